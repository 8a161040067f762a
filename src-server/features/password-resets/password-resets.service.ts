import type { OwnUser } from '#contract/accounts.ts'
import { type PasswordReset, RESET_TOKEN, type ResetLookup } from '#contract/password-resets.ts'
import type { Context } from '#server/context.ts'
import { ownUser } from '#server/features/accounts/user-views.ts'
import { noteInJournal, TERMINAL } from '#server/features/host/journal/note-in-journal.ts'
import { notFound } from '#server/http/problems.ts'
import { tokenHash } from '#server/tokens.ts'

export type PasswordResetService = ReturnType<typeof passwordResetService>

export function passwordResetService(context: Context) {
	const { db, queries, limits, passwords, clock } = context

	/** The member behind a link. One answer for malformed, unknown, used, replaced and expired. */
	const resetBehind = (token: string) => {
		const reset = RESET_TOKEN.test(token) ? queries.passwordResets.reset(tokenHash(token), clock.now()) : undefined
		if (!reset) throw notFound('This reset link is invalid, has been used, or has expired.')
		return reset
	}

	return {
		/** Uses nothing up: mail programs open links to scan them. */
		lookUp(token: string, address: string): ResetLookup {
			limits.resetLookups.check(address)
			const { username, avatarId } = resetBehind(token).member
			return { username, avatarId }
		},

		/** Sets the password and ends every session; whoever stole one or knew the old password is signed out. */
		async reset({ token, password }: PasswordReset, address: string): Promise<OwnUser> {
			limits.resets.check(address)
			resetBehind(token)
			// Hashing takes a moment and must not hold the database: the link is checked again afterwards.
			const hash = await passwords.hash(password)
			return db.write(() => {
				const { member: user, madeBy, madeById } = resetBehind(token)
				// A host's link may be used by the host: the member, and the other hosts, read that it was.
				if (madeBy !== null)
					noteInJournal(context, madeBy === 'terminal' ? TERMINAL : { by: 'host', id: madeById }, {
						act: 'reset_link_used',
						subject: user,
					})
				queries.passwordResets.dropReset(user.id)
				queries.users.setPasswordHash(user.id, hash)
				queries.sessions.deleteSessionsOf(user.id)
				return ownUser(user)
			})
		},
	}
}
