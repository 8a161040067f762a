import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { isMember } from '#db/member.ts'
import type { Context } from '#server/context.ts'
import type { Actor } from '#server/features/journal/journal.ts'
import { notFound } from '#server/http/problems.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

const RESET_MS = 3_600_000

export function openReset({ db, queries, clock }: Context, userId: UserId, maker: Actor): string {
	const { token, ...reset } = newReset(clock.now())
	db.write(() => {
		const user = queries.users.userById(userId)
		if (!user || !isMember(user)) throw notFound('user_not_found')
		const madeById = maker.by === 'host' ? maker.id : null
		queries.passwordResets.putReset({ userId, ...reset, madeBy: maker.by, madeById })
	})
	return token
}

/**
 * With null, runs the same statements for a token that opens nothing, so that timing does not reveal whether there is an
 * account.
 */
export function openResetOrNone({ db, queries, clock }: Context, userId: UserId | null): string {
	const { token, ...reset } = newReset(clock.now())
	db.write(() => {
		queries.passwordResets.putReset({ userId: userId ?? GUEST_ID, ...reset, madeBy: null, madeById: null })
		queries.passwordResets.dropReset(GUEST_ID)
	})
	return token
}

function newReset(createdAt: Date) {
	const token = newLinkToken()
	return { token, tokenHash: tokenHash(token), createdAt, expiresAt: new Date(createdAt.getTime() + RESET_MS) }
}
