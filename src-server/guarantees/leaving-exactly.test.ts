import { expect, test } from 'bun:test'
import { eq, inArray, sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { ratings, users } from '#db/schema.ts'
import { aVerdict } from '#db/testing/a-verdict.ts'
import { runs } from '#db/testing/property-runs.ts'
import { leave } from '#server/features/own-account/leaving/leave.ts'
import { Refusal } from '#server/http/problems.ts'
import { aPerson, perhapsAPerson, ratingFamily, type Step, step } from '#server/testing/rating-family.ts'
import { keptAndRecounted } from '#server/testing/stats-recount.ts'

const DAY_MS = 86_400_000
const START = Date.UTC(2026, 5, 1, 12)

/**
 * Fewer kinds of steps than `aStep` and longer waits, so that many members leave after a claim, within its week and
 * later.
 */
const aStepToLeaving = fc.oneof(
	{
		weight: 6,
		arbitrary: step('rate', {
			who: perhapsAPerson,
			driver: aPerson,
			said: aVerdict(),
			isPlaceholder: fc.boolean(),
		}),
	},
	{ weight: 3, arbitrary: step('claim', { ghost: aPerson, by: perhapsAPerson }) },
	{ weight: 1, arbitrary: step('leave', { who: aPerson, given: fc.constantFrom('stay' as const, 'go' as const) }) },
	{ weight: 2, arbitrary: step('wait', { hours: fc.constantFrom(24, 48, 72, 96) }) },
)

/** A member leaves; the result is compared, rating by rating, with docs/decisions/0015-leaving-after-a-claim.md. */
function leaveAsExpected(
	{ context, members }: ReturnType<typeof ratingFamily>,
	{ who, given }: Extract<Step, { kind: 'leave' }>,
) {
	const { db, queries, clock } = context
	const claimsOf = (id: number) => db.orm.select().from(users).where(eq(users.claimedById, id)).all()
	const claimers = members().filter(({ id }) => claimsOf(id).length > 0)
	const leavers = claimers.length > 0 ? claimers : members()
	const leaver = leavers[who % leavers.length]
	if (!leaver) return
	const recent = claimsOf(leaver.id).filter(
		({ claimedAt }) => clock.now().getTime() - (claimedAt?.getTime() ?? 0) < 7 * DAY_MS,
	)
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
	// If the creator left, ghosts that only they had rated are deleted with them.
	const ids = left.map(({ id }) => id)
	const kept = db.orm.select().from(ratings).where(inArray(ratings.driverId, ids)).all()
	const mapped = [...expected].filter(([, ghost]) => ids.includes(ghost))
	expect(new Map(kept.map(({ wireId, driverId }) => [wireId, driverId]))).toEqual(new Map(mapped))
}

test('when members rate, claim and leave in any order every card is exact, and each ghost gets back what is its own [T13] [B24]', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(aStepToLeaving, { minLength: 10, maxLength: 60 }), async (steps) => {
			const family = ratingFamily({ now: START })
			const { db } = family.context
			for (const step of steps) {
				try {
					if (step.kind === 'leave') leaveAsExpected(family, step)
					else await family.happen(step)
				} catch (error) {
					if (!(error instanceof Refusal)) throw error
				}
				const { kept, recounted } = keptAndRecounted(db)
				expect(kept).toEqual(recounted)
			}
			expect(db.orm.all(sql`PRAGMA foreign_key_check`)).toEqual([])
			db.close()
		}),
		{ numRuns: runs(60) },
	)
}, 120_000)
