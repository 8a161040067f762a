import type { Context } from '#server/context.ts'
import { addressFromHere, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

const SETUP_MINUTES = 30

/**
 * The token of the link with which the first member signs up and becomes host, whatever the sign-up mode; null when
 * somebody has an account. Each call makes the links before it worthless.
 */
export function setupToken({ db, queries: { invites }, clock }: Context): string | null {
	return db.write(() => {
		if (invites.hasMembers()) return null
		const token = newLinkToken()
		const now = clock.now()
		invites.revokeSetupLinks(now)
		invites.insertInvite({
			tokenHash: tokenHash(token),
			isSetup: true,
			maxUses: 1,
			createdAt: now,
			expiresAt: new Date(now.getTime() + SETUP_MINUTES * 60_000),
		})
		return token
	})
}

/** What a start prints for its operator below the addresses. */
export function setupNotes(context: Context): string[] {
	const { config } = context
	const token = setupToken(context)
	const address = sharedAddress(config) ?? addressFromHere(config).replace(/\/$/, '')
	const words = `Nobody has an account yet. Whoever makes the first one here, within ${SETUP_MINUTES} minutes, looks after this Backseat:`
	return token === null ? [] : [`${words} ${address}/invite/${token}`]
}
