import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { conflict, notFound } from '#server/http/problems.ts'
import { newLinkToken } from '#server/tokens.ts'

/** Call inside a write, so that no claim comes in between. */
export type WaitingGhost = UserRow & { ghostClaimToken: string }

export function waitingGhost({ queries }: Pick<Context, 'queries'>, ghostId: UserId): WaitingGhost {
	const ghost = queries.users.userById(ghostId)
	if (!ghost?.isGhost) throw notFound('driver_not_found')
	const { ghostClaimToken } = ghost
	if (ghost.claimedById !== null || ghostClaimToken === null) throw conflict('already_claimed')
	return { ...ghost, ghostClaimToken }
}

/** The username follows the name, so that the old name is not readable anywhere. */
export function changeWaitingGhost(
	{ queries, live }: Context,
	ghost: WaitingGhost,
	{ name, avatarId }: { name?: string | undefined; avatarId?: number | undefined },
): UserRow {
	const isRenamed = name !== undefined && name !== ghost.displayName
	if (!isRenamed && avatarId === undefined) return ghost
	for (const member of queries.ghosts.membersListing(ghost.id)) live.notify(member, 'home')
	const names = isRenamed ? { displayName: name, username: ghostUsername(name) } : {}
	return queries.ghosts.changeGhost(ghost.id, { ...names, avatarId })
}

export function replaceClaimToken({ queries }: Context, ghost: WaitingGhost): string {
	const token = newLinkToken()
	queries.ghosts.replaceClaimToken(ghost.id, token)
	return token
}

/** Example: `ghost-uncle-bob-x7k2q9`. Six random characters keep it out of the way of members' names. */
export function ghostUsername(name: string): string {
	const slug = name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 24)
		.replace(/^-+|-+$/g, '')
	const letters = '23456789abcdefghjkmnpqrstuvwxyz'
	const random = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => letters[byte % letters.length]).join('')
	return `ghost-${slug || 'driver'}-${random}`
}
