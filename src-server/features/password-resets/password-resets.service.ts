import type { OwnUser } from '#contract/accounts.ts'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import { type PasswordReset, RESET_TOKEN, type ResetLookup } from '#contract/password-resets.ts'
import type { Context } from '#server/context.ts'
import { ownUser } from '#server/features/accounts/user-views.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { notFound } from '#server/http/problems.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

const RESET_MS = 3_600_000

/** The token of a link `/reset/{token}` with which this member sets a new password: once, within the hour. */
export function openReset({ db, queries, clock }: Context, userId: UserId): string {
	const { token, ...reset } = newReset(clock.now())
	db.write(() => {
		// Ghosts and built-in rows have no password.
		if (!queries.users.userById(userId)?.passwordHash) throw notFound('User not found')
		queries.passwordResets.putReset({ userId, ...reset })
	})
	return token
}

/**
 * The same for a member who is known to be one; for null a token that opens nothing. Runs the same statements and waits
 * for the disk alike: response times must not show for whom there is a link.
 */
export function openResetOrNone({ db, queries, clock }: Context, userId: UserId | null): string {
	const { token, ...reset } = newReset(clock.now())
	db.write(() => {
		queries.passwordResets.putReset({ userId: userId ?? GUEST_ID, ...reset })
		queries.passwordResets.dropReset(GUEST_ID)
	})
	return token
}

function newReset(createdAt: Date) {
	const token = newLinkToken()
	return { token, tokenHash: tokenHash(token), createdAt, expiresAt: new Date(createdAt.getTime() + RESET_MS) }
}

export type PasswordResetService = ReturnType<typeof passwordResetService>

export function passwordResetService({ db, queries, limits, passwords, clock }: Context) {
	/** The member behind a link. One answer for malformed, unknown, used, replaced and expired. */
	const memberBehind = (token: string): UserRow => {
		const user = RESET_TOKEN.test(token)
			? queries.passwordResets.memberByReset(tokenHash(token), clock.now())
			: undefined
		if (!user) throw notFound('This reset link is invalid, has been used, or has expired.')
		return user
	}

	return {
		/** Uses nothing up: mail programs open links to scan them. */
		lookUp(token: string, address: string): ResetLookup {
			limits.resetLookups.check(address)
			const { username, avatarId } = memberBehind(token)
			return { username, avatarId }
		},

		/** Sets the password and ends every session; whoever stole one or knew the old password is signed out. */
		async reset({ token, password }: PasswordReset, address: string): Promise<OwnUser> {
			limits.resets.check(address)
			memberBehind(token)
			// Hashing takes a moment and must not hold the database: the link is checked again afterwards.
			const hash = await passwords.hash(password)
			return db.write(() => {
				const user = memberBehind(token)
				queries.passwordResets.dropReset(user.id)
				queries.users.setPasswordHash(user.id, hash)
				queries.sessions.deleteSessionsOf(user.id)
				return ownUser(user)
			})
		},
	}
}
