import type { UserId } from '#contract/ids.ts'
import { putNoticeAway } from '#contract/notice-acts.ts'
import type { Notice, NoticeKind, NoticeOf } from '#contract/notices.ts'
import { TAKEN_ALONG_MS } from '#contract/ratings.ts'
import { monthBefore, monthOf, yearToShow } from '#contract/receipts.ts'
import type { Context } from '#server/context.ts'
import { publicUser } from '#server/features/accounts/users.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import type { Viewer } from '#server/http/client.ts'

const DAY_MS = 86_400_000
const FIRST_MINUTE_MS = 7 * DAY_MS
const TRIP_RECEIPT_MS = 7 * DAY_MS
/** Days of a month on which the one before is announced. */
const MONTH_DAYS = 7
/** Longer than any occurrence stays due. */
const KEPT_MS = 120 * DAY_MS

type Candidate = { notice: Notice; occurrences: readonly string[] }
type Due = { of: Viewer; isPutAway(kind: NoticeKind, occurrence: string): boolean }

/** Notices of home: the first one due for a member's session or a guest's cookie. */
function noticeService({ db, queries, limits, clock }: Context) {
	const { notices } = queries
	const ago = (ms: number) => new Date(clock.now().getTime() - ms)

	const firstMinute = (me: UserId): NoticeOf<'first-minute'> | null => {
		const user = queries.users.userById(me)
		if (!user?.isHost || user.createdAt < ago(FIRST_MINUTE_MS)) return null
		const isDone = [
			notices.hasOtherMembers(),
			queries.home.homeDriversOf(me).length > 0,
			(queries.stats.statsOf(me)?.totalRides ?? 0) > 0,
		]
		const left = isDone.filter((done) => !done).length
		return left === 0 ? null : { kind: 'first-minute', id: 'first-minute', left }
	}

	const adopted = (me: UserId): NoticeOf<'came-along'> | null => {
		const { count, at } = notices.adoptedSince(me, ago(TAKEN_ALONG_MS))
		return count === 0 ? null : { kind: 'came-along', id: String(at), count }
	}

	type TripAboard = ReturnType<typeof notices.tripsAboard>[number]
	const tripNotice = (
		trips: readonly TripAboard[],
		kind: 'trip' | 'trip-receipt',
		isPutAway: Due['isPutAway'],
	): NoticeOf<'trip' | 'trip-receipt'> | null => {
		const trip = trips.find(
			({ token, openedAt }) => (openedAt === null) === (kind === 'trip') && !isPutAway(kind, token),
		)
		return trip ? { kind, id: trip.token, token: trip.token, title: trip.title } : null
	}

	/** Each answer is put away by itself, so that only a new one announces itself. */
	const answers = (me: UserId, isPutAway: Due['isPutAway']): Candidate | null => {
		const found = notices
			.newAnswersTo(me)
			.map((answer) => ({ ...answer, occurrence: `${answer.wireId} ${answer.reply}` }))
			.filter(({ occurrence }) => !isPutAway('answers', occurrence))
		const [first] = found
		if (!first) return null
		const occurrences = found.map(({ occurrence }) => occurrence)
		const id = Bun.hash(occurrences.join()).toString(36)
		const count = new Set(found.map(({ driverId }) => driverId)).size
		const driver = found.length === 1 ? queries.users.userById(first.driverId) : undefined
		const single = driver && { ratingId: first.wireId, driver: publicUser(driver), sticker: first.reply }
		return { notice: { kind: 'answers', id, count, ...single }, occurrences }
	}

	const month = (): NoticeOf<'month'> | null => {
		const now = clock.now()
		if (now.getUTCDate() > MONTH_DAYS) return null
		const before = monthBefore(monthOf(now))
		return queries.receipts.hasRides(before) ? { kind: 'month', id: before, month: before } : null
	}

	const year = (me: UserId): NoticeOf<'year'> | null => {
		const now = clock.now()
		if (![11, 0].includes(now.getUTCMonth())) return null
		const shown = yearToShow(now)
		const [from, to] = [`${shown}-01`, `${shown}-12`]
		const hasDriven = (queries.receipts.totalsOfDriver(me, from, to)?.totalRides ?? 0) > 0
		return hasDriven || notices.hasJudgedIn(me, shown) ? { kind: 'year', id: String(shown), year: shown } : null
	}

	/** Lazy, because most are never reached. */
	function* candidates({ of: viewer, isPutAway }: Due): Generator<Notice | Candidate | null> {
		const me = viewer.userId
		if (me !== null) {
			yield firstMinute(me)
			yield adopted(me)
		}
		const trips = notices.tripsAboard(viewer, ago(TRIP_RECEIPT_MS))
		yield tripNotice(trips, 'trip', isPutAway)
		if (me !== null) yield answers(me, isPutAway)
		yield tripNotice(trips, 'trip-receipt', isPutAway)
		if (me !== null) {
			yield month()
			yield year(me)
		}
	}

	function firstDue(viewer: Viewer, kind?: NoticeKind): Candidate | null {
		const before = notices.putAwayBy(viewer)
		const isPutAway = (kind: NoticeKind, occurrence: string) =>
			before.some((one) => one.kind === kind && one.occurrence === occurrence)
		for (const found of candidates({ of: viewer, isPutAway })) {
			if (found === null) continue
			const candidate = 'notice' in found ? found : { notice: found, occurrences: [found.id] }
			if (kind !== undefined && candidate.notice.kind !== kind) continue
			if (!candidate.occurrences.every((one) => isPutAway(candidate.notice.kind, one))) return candidate
		}
		return null
	}

	return {
		/** Null while the popup for new ratings is due, which comes first. */
		noticeFor(viewer: Viewer): Notice | null {
			if (viewer.userId === null && viewer.guestKey === null) return null
			if (viewer.userId !== null && queries.users.userById(viewer.userId)?.isLatestRatingsSeen === false) return null
			return firstDue(viewer)?.notice ?? null
		},

		putAway(kind: NoticeKind, id: string | undefined, viewer: Viewer): undefined {
			const { userId, guestKey } = viewer
			if (userId === null && guestKey === null) return
			limits.smallWrites.check(userId ?? `guest ${guestKey}`)
			db.write(() => {
				const due = firstDue(viewer, kind)
				if (!due || (id !== undefined && id !== due.notice.id)) return
				const whose = userId === null ? { guestKey } : { userId }
				const putAwayAt = clock.now()
				notices.forgetPutAwayBefore(ago(KEPT_MS))
				for (const occurrence of due.occurrences) notices.putAway({ ...whose, kind, occurrence, putAwayAt })
			})
		},
	}
}

export function noticeFeature(context: Context): Feature & Pick<ReturnType<typeof noticeService>, 'noticeFor'> {
	const notices = noticeService(context)
	return {
		noticeFor: notices.noticeFor,
		routes: [route(putNoticeAway, ({ params, body, viewer }) => notices.putAway(params.kind, body.id, viewer))],
	}
}
