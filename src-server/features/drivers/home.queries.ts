import { desc, eq, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { Database } from '#db/database.ts'
import { driverStats, users } from '#db/schema.ts'
import type { PublicUserRow } from '#server/features/accounts/user-views.ts'

/** A driver with what the home list shows of them; null without a rating. */
export type HomeDriverRow = PublicUserRow & { starSum: number | null; totalRides: number | null }

export function homeQueries({ orm, prepareRows }: Database) {
	const me = sql.placeholder('me')
	const { id, username, displayName, avatarId, isGhost, claimedById } = users
	const { starSum, totalRides } = driverStats
	const shown = { id, username, displayName, avatarId, isGhost, claimedById, starSum, totalRides }
	/*
	 * Drivers I rated and ghosts I created, each once, last rated or created first. A claimed ghost stands for its
	 * claimer (its ratings have moved there already). Not in it: whom I hid, and myself.
	 */
	const homeOf = prepareRows(shown, (selection) =>
		orm
			.select(selection)
			.from(users)
			.innerJoin(
				sql`(
					select driver_id, max(at) as last from (
						select driver_id, created_at as at from ratings where id in (
							select max(id) from ratings where rater_id = ${me} group by driver_id)
						union all
						select coalesce(claimed_by_id, id), created_at from users where created_by_id = ${me} and is_ghost = 1
					) group by driver_id
				) as mine`,
				sql`mine.driver_id = ${users.id}`,
			)
			.leftJoin(driverStats, eq(driverStats.driverId, users.id))
			.where(
				sql`${users.id} <> ${me} and not exists (
					select 1 from hidden_drivers where user_id = ${me} and driver_id = ${users.id})`,
			)
			.orderBy(sql`mine.last desc`, desc(users.id)),
	)
	const withStats = prepareRows(shown, (selection) =>
		orm
			.select(selection)
			.from(users)
			.leftJoin(driverStats, eq(driverStats.driverId, users.id))
			.where(eq(users.id, sql.placeholder('id'))),
	)

	return {
		homeDriversOf: (userId: UserId): HomeDriverRow[] => homeOf.all({ me: userId }),
		driverWithStats: (id: UserId): HomeDriverRow | undefined => withStats.get({ id }),
	}
}
