import { and, count, desc, eq, gte, isNotNull, isNull, lt, max, or, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import type { NoticeKind } from '#contract/notices.ts'
import type { Sticker } from '#contract/stickers.ts'
import type { Database } from '#db/database.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { noticesPutAway, ratings, ratingsTakenAlong, tripSeats, trips, users } from '#db/schema.ts'
import type { Viewer } from '#server/http/client.ts'

/** A notice names at most this many trips or counts this many answers. */
const MAX = 100

export function noticeQueries({ orm }: Database) {
	const { placeholder } = sql
	const answers = lazyStatement(() =>
		orm
			.select({ wireId: ratings.wireId, driverId: ratings.driverId, reply: sql<Sticker>`${ratings.reply}` })
			.from(ratings)
			// Repeats the condition of the partial index.
			.where(and(eq(ratings.raterId, placeholder('raterId')), sql`${ratings.isReplyNew} = 1`, isNotNull(ratings.reply)))
			.orderBy(ratings.id)
			.limit(MAX),
	)
	const { takenAt, userId: adopterId } = ratingsTakenAlong
	const adopted = lazyStatement(() =>
		orm
			.select({ count: count(), at: max(takenAt) })
			.from(ratingsTakenAlong)
			.where(and(eq(adopterId, placeholder('userId')), gte(takenAt, placeholder('since')))),
	)
	const tripsAboard = (whose: ReturnType<typeof eq>, name: 'userId' | 'guestKey') =>
		lazyStatement(() =>
			orm
				.select({
					token: trips.token,
					title: trips.name,
					createdAt: trips.createdAt,
					arrivedAt: trips.arrivedAt,
					openedAt: trips.openedAt,
				})
				.from(tripSeats)
				.innerJoin(trips, eq(trips.id, tripSeats.tripId))
				.where(
					and(whose, isNotNull(tripSeats[name]), or(isNull(trips.openedAt), gte(trips.openedAt, placeholder('since')))),
				)
				.orderBy(sql`${trips.id} desc`)
				.limit(MAX),
		)
	const tripsOfMember = tripsAboard(eq(tripSeats.userId, placeholder('userId')), 'userId')
	const tripsOfGuest = tripsAboard(eq(tripSeats.guestKey, placeholder('guestKey')), 'guestKey')
	const putAway = (whose: ReturnType<typeof eq>, name: 'userId' | 'guestKey') =>
		lazyStatement(() =>
			orm
				.select({ kind: noticesPutAway.kind, occurrence: noticesPutAway.occurrence })
				.from(noticesPutAway)
				.where(and(whose, isNotNull(noticesPutAway[name]))),
		)
	const putAwayByMember = putAway(eq(noticesPutAway.userId, placeholder('userId')), 'userId')
	const putAwayByGuest = putAway(eq(noticesPutAway.guestKey, placeholder('guestKey')), 'guestKey')
	const judgedBefore = lazyStatement(() =>
		orm
			.select({ createdAt: ratings.createdAt })
			.from(ratings)
			.where(
				and(
					eq(ratings.raterId, placeholder('raterId')),
					sql`+${ratings.state} = 0`,
					lt(ratings.createdAt, placeholder('end')),
				),
			)
			.orderBy(desc(ratings.id))
			.limit(1),
	)
	const members = lazyStatement(() =>
		orm
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.isGhost, false), sql`${users.id} > 2`))
			.limit(2),
	)

	return {
		newAnswersTo: (raterId: UserId) => answers.all({ raterId }),
		adoptedSince: (userId: UserId, since: Date) => {
			const found = adopted.get({ userId, since: since.getTime() })
			return { count: found?.count ?? 0, at: found?.at?.getTime() ?? 0 }
		},
		/** Trips that are not open, or that opened after `since`, newest first. */
		tripsAboard: ({ userId, guestKey }: Viewer, since: Date) => {
			if (userId !== null) return tripsOfMember.all({ userId, since: since.getTime() })
			return guestKey === null ? [] : tripsOfGuest.all({ guestKey, since: since.getTime() })
		},
		/** Looks at the newest verdict before the year's end only, because row ids follow the time of the verdict. */
		hasJudgedIn: (raterId: UserId, year: number): boolean => {
			const newest = judgedBefore.get({ raterId, end: Date.UTC(year + 1, 0) })
			return newest !== undefined && newest.createdAt.getTime() >= Date.UTC(year, 0)
		},
		hasOtherMembers: (): boolean => members.all().length > 1,

		putAwayBy: ({ userId, guestKey }: Viewer): { kind: NoticeKind; occurrence: string }[] => {
			if (userId !== null) return putAwayByMember.all({ userId })
			return guestKey === null ? [] : putAwayByGuest.all({ guestKey })
		},
		putAway: (row: typeof noticesPutAway.$inferInsert) =>
			orm.insert(noticesPutAway).values(row).onConflictDoNothing().run(),
		forgetPutAwayBefore: (time: Date) =>
			orm.delete(noticesPutAway).where(sql`${noticesPutAway.putAwayAt} < ${time.getTime()}`).run(),
		moveNotices: (guestKey: string, to: Viewer) => {
			// `or ignore`: the other key or the member may have put the same one away.
			orm.run(
				sql`update or ignore notices_put_away set user_id = ${to.userId}, guest_key = ${to.guestKey} where guest_key = ${guestKey}`,
			)
			orm.delete(noticesPutAway).where(eq(noticesPutAway.guestKey, guestKey)).run()
		},
	}
}
