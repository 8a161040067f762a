import type { UserId } from '#contract/ids.ts'
import type { PasswordChange } from '#contract/own-account.ts'
import type { Database } from '#db/database.ts'
import { notAllowed, notSignedIn, Refusal } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import { accountQueries } from './accounts.queries.ts'
import type { PasswordCheck } from './password-check.ts'
import type { Passwords } from './passwords.ts'
import { sessionQueries } from './sessions.queries.ts'
import type { UserRow } from './user-views.ts'

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

	/** The member behind a session who has typed their password once more. `field` is where they typed it. */
	const confirmed = async (me: UserId, password: string, field: string, address: string): Promise<UserRow> => {
		const user = queries.userById(me)
		if (!user) throw notSignedIn()
		const { username, passwordHash: hash } = user
		if (await isOwnPassword({ username, password, address, hash })) return user
		throw wrongPassword(field)
	}

	return {
		confirmed,

		/** Ends every session: the route opens a new one for the browser that asked. */
		async change(id: UserId, me: UserId, { currentPassword, newPassword }: PasswordChange, address: string) {
			if (id !== me) throw notAllowed()
			limits.ownPasswords.check(me)
			const { passwordHash } = await confirmed(me, currentPassword, 'currentPassword', address)
			const fresh = await passwords.hash(newPassword)
			db.write(() => {
				// Hashing took a moment: of two changes at once, the second no longer knows the current password.
				if (queries.userById(me)?.passwordHash !== passwordHash) throw wrongPassword('currentPassword')
				queries.setPasswordHash(me, fresh)
				deleteSessionsOf(me)
				dropReset(me)
			})
		},
	}
}

const wrongPassword = (field: string) =>
	new Refusal({ status: 403, code: 'wrong_password', message: 'That is not your current password', field })
