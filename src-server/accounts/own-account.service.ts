import type { UserId } from '#contract/ids.ts'
import type { Goodbye, OwnData } from '#contract/own-account.ts'
import type { Database } from '#db/database.ts'
import { notAllowed, notFound } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import { leave } from './leaving.service.ts'
import { ownData } from './own-data.service.ts'
import type { OwnPasswordService } from './own-password.service.ts'

export type OwnAccountService = ReturnType<typeof ownAccountService>

/** What members may do with their own account as a whole: take what is kept of it along, and leave. */
export function ownAccountService(house: {
	db: Database
	limits: RateLimits
	confirmed: OwnPasswordService['confirmed']
}) {
	const { db, limits, confirmed } = house
	return {
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
				leave(db, me, ratings)
			})
		},
	}
}
