import type { UserId } from '#contract/ids.ts'
import type { PasswordChange } from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import { confirmedPassword } from './confirmed-password.ts'

export type OwnPasswordService = ReturnType<typeof ownPasswordService>

export function ownPasswordService(context: Context) {
	const { db, queries, passwords } = context
	return {
		/** Ends every session: the route opens a new one for the browser that asked. */
		async change(me: UserId, { currentPassword, newPassword }: PasswordChange, address: string) {
			const typed = { me, password: currentPassword, field: 'currentPassword', address }
			const refuseIfChanged = await confirmedPassword(context, typed)
			const fresh = await passwords.hash(newPassword)
			db.write(() => {
				// Of two changes at once, the second no longer knows the current password.
				refuseIfChanged()
				queries.users.setPasswordHash(me, fresh)
				queries.sessions.deleteSessionsOf(me)
				queries.passwordResets.dropReset(me)
			})
		},
	}
}
