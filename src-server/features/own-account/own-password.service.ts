import type { UserId } from '#contract/ids.ts'
import { PASSWORD_MAX } from '#contract/names.ts'
import type { PasswordChange } from '#contract/own-account.ts'
import type { Database } from '#db/database.ts'
import { accountQueries } from '#server/features/accounts/accounts.queries.ts'
import type { PasswordCheck } from '#server/features/accounts/password-check.ts'
import type { Passwords } from '#server/features/accounts/passwords.ts'
import { sessionQueries } from '#server/features/accounts/sessions.queries.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { notAllowed, notSignedIn, Refusal } from '#server/http/problems.ts'

type Confirmation = { me: UserId; password: string; field: string; address: string }

export type OwnPasswordService = ReturnType<typeof ownPasswordService>

export function ownPasswordService(house: {
	db: Database
	passwords: Passwords
	isOwnPassword: PasswordCheck
	limits: RateLimits
	/** Makes a link for a new password, if there is one, worthless. */
	dropReset: (userId: UserId) => void
}) {
	const { db, passwords, isOwnPassword, limits, dropReset } = house
	const queries = accountQueries(db)
	const { deleteSessionsOf } = sessionQueries(db)

	/**
	 * The member behind a session types their password once more; `field` is where. Answers a check that belongs into the
	 * write: looking at a password took a moment, and if it was changed meanwhile, that is what counts.
	 */
	const confirmed = async ({ me, password, field, address }: Confirmation): Promise<() => void> => {
		// Nobody's password; looking at it could only cost time.
		if (password === '' || password.length > PASSWORD_MAX) throw wrongPassword(field)
		// By address: whoever found a session must not be able to use up the tries of the member it belongs to.
		limits.ownPasswords.check(`${me} ${address}`)
		const user = queries.userById(me)
		if (!user) throw notSignedIn()
		const { username, passwordHash: hash } = user
		if (!(await isOwnPassword({ username, password, address, hash }))) throw wrongPassword(field)
		return () => {
			if (queries.userById(me)?.passwordHash !== hash) throw wrongPassword(field)
		}
	}

	return {
		confirmed,

		/** Ends every session: the route opens a new one for the browser that asked. */
		async change(id: UserId, me: UserId, { currentPassword, newPassword }: PasswordChange, address: string) {
			if (id !== me) throw notAllowed()
			const refuseIfChanged = await confirmed({ me, password: currentPassword, field: 'currentPassword', address })
			const fresh = await passwords.hash(newPassword)
			db.write(() => {
				// Of two changes at once, the second no longer knows the current password.
				refuseIfChanged()
				queries.setPasswordHash(me, fresh)
				deleteSessionsOf(me)
				dropReset(me)
			})
		},
	}
}

const wrongPassword = (field: string) =>
	new Refusal({ status: 403, code: 'wrong_password', message: 'That is not your current password', field })
