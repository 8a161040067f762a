import type { OwnUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import type { AccountChange, Goodbye, OwnData } from '#contract/own-account.ts'
import type { Database } from '#db/database.ts'
import { accountQueries } from '#server/features/accounts/accounts.queries.ts'
import { ownUser } from '#server/features/accounts/user-views.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { notAllowed, notFound, notSignedIn } from '#server/http/problems.ts'
import { ownData } from './own-data.service.ts'
import type { OwnPasswordService } from './own-password.service.ts'

export type OwnAccountService = ReturnType<typeof ownAccountService>

/** What members may do with their own account as a whole: mend it, take what is kept of it along, and leave. */
export function ownAccountService(house: {
	db: Database
	limits: RateLimits
	confirmed: OwnPasswordService['confirmed']
	/** Makes a link for a new password, if there is one, worthless. */
	dropReset: (userId: UserId) => void
	/** Deletes the account, within the write that it belongs to. */
	leave: (userId: UserId, given: Goodbye['ratings']) => void
	/** Removes from the disk what that write has deleted. */
	emptyLog: () => void
}) {
	const { db, limits, confirmed, dropReset, leave, emptyLog } = house
	const queries = accountQueries(db)
	return {
		/**
		 * What is absent stays as it is. An e-mail address opens the account to whoever reads what is sent there, so
		 * setting or removing it takes the password; otherwise a password is not looked at.
		 */
		async change(id: UserId, me: UserId, wish: AccountChange, address: string): Promise<OwnUser> {
			if (id !== me) throw notAllowed()
			const { avatarId, display_name: displayName, email, password = '' } = wish
			const isLook = avatarId !== undefined || displayName !== undefined
			if (isLook) limits.renames.check(me)
			const refuseIfChanged =
				email === undefined ? () => {} : await confirmed({ me, password, field: 'password', address })
			const user = db.write(() => {
				refuseIfChanged()
				// A link that was mailed to the address before must not open the account any more.
				if (email !== undefined) dropReset(me)
				const isChange = isLook || email !== undefined
				return isChange ? queries.changeMember(me, { avatarId, displayName, email }) : queries.userById(me)
			})
			if (!user) throw notSignedIn()
			return ownUser(user)
		},

		data(id: UserId | null, me: UserId): OwnData {
			if (id === null) throw notFound('User not found')
			if (id !== me) throw notAllowed()
			limits.ownData.check(me)
			return ownData(db, me)
		},

		/** For good. Asks for the password once more: a phone may lie around unlocked. */
		async leave(id: UserId, me: UserId, { password, ratings }: Goodbye, address: string) {
			if (id !== me) throw notAllowed()
			const refuseIfChanged = await confirmed({ me, password, field: 'password', address })
			db.write(() => {
				refuseIfChanged()
				leave(me, ratings)
			})
			emptyLog()
		},
	}
}
