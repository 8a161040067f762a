import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { DEMO_DRIVER_ID } from '#contract/ids.ts'
import { ALL_GOOD } from '#contract/impressions.ts'
import { ratings, users } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { addMember } from '#server/features/accounts/users.ts'
import { claimService } from '#server/features/claims/claims.service.ts'
import { leave } from '#server/features/own-account/leaving/leave.ts'
import { ratingService } from '#server/features/ratings/ratings.service.ts'
import { Refusal } from '#server/http/problems.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'
import { testContext } from '#server/testing/test-context.ts'

afterEach(() => setSystemTime())

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 5, 1, 12)

const aPerson = fc.nat(9)
const aStep = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('rate' as const),
			who: fc.option(aPerson),
			driver: aPerson,
			starRating: fc.integer({ min: 1, max: 5 }),
			isPlaceholder: fc.boolean(),
		}),
	},
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('claim' as const), ghost: aPerson, by: fc.option(aPerson) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant('leave' as const),
			who: aPerson,
			given: fc.constantFrom('stay' as const, 'go' as const),
		}),
	},
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }) },
)
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never

/** Three members and four ghosts, and what can happen to them. */
function aFamily() {
	let now = START
	setSystemTime(new Date(now))
	const context = testContext()
	const { db, queries } = context
	const claims = claimService({ ...context, passwords: { ...context.passwords, hash: async () => 'a hash' } })
	const rating = ratingService(context)
	const people = ['mum', 'dad', 'kid'].map(
		(username) => addMember(context, { username, email: null, passwordHash: 'a hash', avatarId: 1 }).id,
	)
	const creator = people[0] ?? 0
	for (const nth of [0, 1, 2, 3]) {
		const row = { id: 100 + nth, username: `ghost-${nth}`, displayName: `Ghost ${nth}`, isGhost: true, avatarId: 1 }
		const ghostClaimToken = `token-of-ghost-${nth}`
		db.orm
			.insert(users)
			.values({ ...row, ghostClaimToken, createdById: creator, createdAt: new Date(now) })
			.run()
		people.push(row.id)
	}
	/** The nth of those who are still there and of this kind, so that most steps do something. */
	const one = (nth: number, isOfKind: (user: UserRow) => boolean) => {
		const all = people.flatMap((id) => queries.users.userById(id) ?? []).filter(isOfKind)
		return all[nth % all.length]
	}
	const member = (nth: number) => one(nth, ({ isGhost }) => !isGhost)
	const waiting = (nth: number) => one(nth, ({ ghostClaimToken }) => ghostClaimToken !== null)

	const claimsOf = (id: number) => db.orm.select().from(users).where(eq(users.claimedById, id)).all()

	async function happen(step: Step) {
		if (step.kind === 'wait') {
			now += step.days * DAY_MS
			setSystemTime(new Date(now))
		}
		if (step.kind === 'rate') {
			const { starRating, isPlaceholder } = step
			const viewer = { userId: step.who === null ? null : (member(step.who)?.id ?? null), guestKey: null }
			const driverId = one(step.driver, ({ claimedById }) => claimedById === null)?.id ?? DEMO_DRIVER_ID
			await rating.rateDriver(
				{ viewer, nextGuestKey: 'a-guest', address: 'x', requestKey: null },
				{ ...ALL_GOOD, vibeQuality: 'off', starRating, isPlaceholder, driverId },
			)
		}
		if (step.kind === 'claim') {
			const by = step.by === null ? undefined : member(step.by)
			const form = by ? {} : { username: `new-${people.length}`, password: 'backseat' }
			const token = waiting(step.ghost)?.ghostClaimToken ?? 'no-such-token'
			const { user } = await claims.claim({ token, email: null, ...form }, by?.id ?? null, 'x')
			if (!people.includes(user.id)) people.push(user.id)
		}
		if (step.kind === 'leave') leaveAsExpected(step)
	}

	/** Leaves, and compares with docs/decisions/0015-leaving-after-a-claim.md, rating by rating. */
	function leaveAsExpected({ who, given }: Extract<Step, { kind: 'leave' }>) {
		const leaver = one(who, ({ id, isGhost }) => !isGhost && claimsOf(id).length > 0) ?? member(who)
		if (!leaver) return
		const claimed = claimsOf(leaver.id)
		const recent = claimed.filter(({ claimedAt }) => now - (claimedAt?.getTime() ?? 0) < 7 * DAY_MS)
		const first = recent.find(({ claimedAt }) => claimedAt?.getTime() === leaver.createdAt.getTime())
		const only = recent.length === 1 ? recent[0] : undefined
		const expected = new Map<number, number>()
		for (const { wireId, claimedFromId, createdAt } of db.orm
			.select()
			.from(ratings)
			.where(eq(ratings.driverId, leaver.id))
			.all()) {
			const marked = recent.find(({ id }) => id === claimedFromId)
			const later = only?.claimedAt && createdAt >= only.claimedAt ? only : undefined
			const to = marked ?? (claimedFromId === null ? (first ?? later) : undefined)
			if (to) expected.set(wireId, to.id)
		}

		leave(context, leaver.id, given)

		const left = recent.filter(({ id }) => queries.users.userById(id))
		for (const { id } of left)
			expect(queries.users.userById(id)).toMatchObject({
				claimedById: null,
				claimedAt: null,
				isTokenForCreatorOnly: true,
			})
		expect(queries.users.userById(leaver.id)).toBeUndefined()
		// Where the creator left, a ghost that nobody else has rated goes with them.
		const ids = left.map(({ id }) => id)
		const kept = db.orm.select().from(ratings).where(inArray(ratings.driverId, ids)).all()
		const mapped = [...expected].filter(([, ghost]) => ids.includes(ghost))
		expect(new Map(kept.map(({ wireId, driverId }) => [wireId, driverId]))).toEqual(new Map(mapped))
	}

	return { db, happen }
}

test('whoever rates, claims and leaves in whatever order: every card is exact, and each ghost gets back what is its own [T13] [B24]', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aStep, { minLength: 10, maxLength: 60 }), async (steps) => {
			const { db, happen } = aFamily()
			for (const step of steps) {
				try {
					await happen(step)
				} catch (error) {
					if (!(error instanceof Refusal)) throw error
				}
				const { kept, recounted } = keptAndRecounted(db)
				expect(kept).toEqual(recounted)
			}
			expect(db.orm.all(sql`PRAGMA foreign_key_check`)).toEqual([])
			db.close()
		}),
		{ numRuns: 60 },
	)
})
