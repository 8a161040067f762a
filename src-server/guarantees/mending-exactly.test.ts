import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { UserId } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { isPlaceholder, isVerdict } from '#db/rating-state.ts'
import { hiddenDrivers, ratings, users } from '#db/schema.ts'
import { runs } from '#db/testing/property-runs.ts'
import { homeService } from '#server/features/drivers/home.service.ts'
import { statsService } from '#server/features/stats/stats.service.ts'
import { Refusal } from '#server/http/problems.ts'
import { aStep, aStepOfMonths, ratingFamily, type SentRating } from '#server/testing/rating-family.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'

const START = Date.UTC(2026, 5, 1, 12)

type Row = typeof ratings.$inferSelect
type Family = ReturnType<typeof ratingFamily>

const said = (row: Row) => ({ driverId: row.driverId, raterId: row.raterId, ...verdictOf(row) })

/** A step may edit or delete one rating; all others must stay unchanged. */
function expectOnlyOne(kind: 'change' | 'take back', before: Row[], after: Row[]) {
	const now = new Map(after.map((row) => [row.wireId, JSON.stringify(said(row))]))
	const other = before.filter((row) => now.get(row.wireId) !== JSON.stringify(said(row)))
	expect(other.length).toBeLessThanOrEqual(1)
	expect(before.length - after.length).toBe(kind === 'take back' ? other.length : 0)
	expect(other.some(isPlaceholder)).toBe(false)
}

/** Recounts which ratings are new to which driver, from the rows after each step alone. */
function noticeRecount() {
	const arrivals = new Map<string, number>()
	const looked = new Map<UserId, number>()
	const lookedOnProfile = new Map<UserId, number>()
	let step = 0
	const newTo = (driver: UserId, rows: Row[], since: Map<UserId, number>) =>
		rows.filter(
			({ wireId, driverId, state }) =>
				driverId === driver &&
				isVerdict({ state }) &&
				(arrivals.get(`${wireId} ${driverId}`) ?? 0) > (since.get(driver) ?? 0),
		).length
	return {
		note(rows: Row[], looksNow: Family['looks']) {
			step += 1
			const there = new Set(rows.map(({ wireId, driverId }) => `${wireId} ${driverId}`))
			for (const pair of arrivals.keys()) if (!there.has(pair)) arrivals.delete(pair)
			for (const pair of there) if (!arrivals.has(pair)) arrivals.set(pair, step)
			for (const { id, isOnProfile } of looksNow) {
				looked.set(id, step)
				if (isOnProfile) lookedOnProfile.set(id, step)
			}
		},
		hasNews: (driver: UserId, rows: Row[]) => newTo(driver, rows, looked) > 0,
		unseenCount: (driver: UserId, rows: Row[]) => newTo(driver, rows, lookedOnProfile),
	}
}

/** Recomputes a member's home list without indexes; unordered. */
function homeRecount({ context: { db } }: Family, me: UserId, rows: Row[]): UserId[] {
	const hidden = db.orm.select().from(hiddenDrivers).all()
	const people = db.orm.select().from(users).all()
	const ghosts = people.filter(({ createdById, isGhost }) => isGhost && createdById === me)
	const all = [
		...rows.filter(({ raterId }) => raterId === me).map(({ driverId }) => driverId),
		...ghosts.map((ghost) => ghost.claimedById ?? ghost.id),
	]
	const isShown = (id: UserId) => id !== me && !hidden.some(({ userId, driverId }) => userId === me && driverId === id)
	return [...new Set(all)].filter(isShown).sort()
}

/** Repeats an earlier request. The answer shows the current state of its rating, and nothing is added. */
async function expectRepeatAddsNothing(
	{ context: { db, queries }, send }: Family,
	request: SentRating,
	takenBack: Set<number>,
) {
	const before = db.orm.select().from(ratings).all()
	const isRaterThere = request.rater === null || queries.users.userById(request.rater) !== undefined
	const found = before.find(({ wireId }) => wireId === request.id)
	// The rating vanished for another reason: its driver or rater left, or a claim or ride replaced a placeholder. The
	// repeated request then makes a new rating.
	if (!isRaterThere || (!found && !takenBack.has(request.id))) return
	// Anonymized ratings of a deleted member have no key any more.
	if (found && request.rater !== null && found.raterId !== request.rater) return
	try {
		const { rating, isNew } = await send(request)
		expect({ id: rating.id, isNew }).toEqual({ id: request.id, isNew: false })
		// The answer keeps the original sender's view: a member who adopted the rating is not named to the browser that
		// gave it as a guest.
		expect(rating).toMatchObject({ ...said(found as Row), raterId: request.rater ?? GUEST_ID })
	} catch (error) {
		if (!(error instanceof Refusal)) throw error
		const { status, code } = error.problem
		// The driver was deleted, or is now the rater because of a claim.
		if (status !== 404 && code !== 'cannot_rate_self')
			expect({ code, found }).toEqual({ code: 'taken_back', found: undefined })
	}
	expect(db.orm.select().from(ratings).all()).toEqual(before)
}

test('whatever is rated, changed, taken back, reported, removed, repeated, claimed, hidden and left: cards, lists, notices and keys are exact [spec 10.19]', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 40 }), async (steps) => {
			const family = ratingFamily({ now: START })
			const { db, queries } = family.context
			const rowsNow = () => db.orm.select().from(ratings).all()
			const [home, stats, notices] = [
				homeService(family.context, { noticeFor: () => null }),
				statsService(family.context),
				noticeRecount(),
			]
			const takenBack = new Set<number>()
			for (const step of steps) {
				const before = rowsNow()
				try {
					if (step.kind === 'repeat') {
						const request = family.sent[step.request % family.sent.length]
						if (request) await expectRepeatAddsNothing(family, request, takenBack)
					} else await family.happen(step)
				} catch (error) {
					if (!(error instanceof Refusal)) throw error
				}
				const rows = rowsNow()
				if (step.kind === 'change' || step.kind === 'take back') expectOnlyOne(step.kind, before, rows)
				if (step.kind === 'take back' || step.kind === 'decide')
					for (const { wireId } of before) if (!rows.some((row) => row.wireId === wireId)) takenBack.add(wireId)
				notices.note(rows, family.looks.splice(0))

				const { kept, recounted } = keptAndRecounted(db)
				expect(kept).toEqual(recounted)
				for (const member of family.members()) {
					const theirs = rows.filter(({ driverId }) => driverId === member.id)
					const verdicts = theirs.filter(isVerdict)
					const mean = verdicts.reduce((sum, { starRating }) => sum + starRating, 0) / (verdicts.length || 1)
					expect(stats.averageOf(member.id).average).toBeCloseTo(mean, 9)
					expect(
						home
							.homeOf({ userId: member.id, guestKey: null })
							.drivers.map(({ id }) => id)
							.sort(),
					).toEqual(homeRecount(family, member.id, rows))
					const { isLatestRatingsSeen, lastRatingReceivedAt, lastSeenRatingId } =
						queries.users.userById(member.id) ?? member
					expect({ step: step.kind, isSeen: isLatestRatingsSeen }).toEqual({
						step: step.kind,
						isSeen: !notices.hasNews(member.id, rows),
					})
					expect({ step: step.kind, unseen: queries.ratings.unseenCountOf(member.id) }).toEqual({
						step: step.kind,
						unseen: notices.unseenCount(member.id, rows),
					})
					if (!isLatestRatingsSeen) expect(lastRatingReceivedAt).not.toBeNull()
					if (lastSeenRatingId !== null) expect(verdicts.map(({ wireId }) => wireId)).toContain(lastSeenRatingId)
				}
			}
			db.close()
		}),
		{ numRuns: runs(50) },
	)
}, 120_000)

test('whatever happens to ratings over the months, also sealed ones and those of ghosts that go, what each driver has of each month equals a slow recount [spec 14.24]', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aStepOfMonths, { minLength: 20, maxLength: 70 }), async (steps) => {
			const family = ratingFamily({ now: START })
			for (const step of steps) {
				try {
					await family.happen(step)
				} catch (error) {
					if (!(error instanceof Refusal)) throw error
				}
				const { kept, recounted } = keptAndRecounted(family.context.db)
				expect(kept).toEqual(recounted)
			}
			family.context.db.close()
		}),
		{ numRuns: runs(40) },
	)
}, 120_000)
