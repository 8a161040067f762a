import type { OwnUser } from '#contract/accounts.ts'
import { type PasswordReset, RESET_TOKEN, type ResetLookup } from '#contract/password-resets.ts'
import type { Context } from '#server/context.ts'
import { ownUser } from '#server/features/accounts/user-views.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { notFound } from '#server/http/problems.ts'
import { tokenHash } from '#server/tokens.ts'

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
