import { expect } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID } from '#contract/known-ids.ts'
import type { NewRating, OwnRating, RatingChange } from '#contract/ratings.ts'
import { ratingReports, ratings, ratingsTakenAlong, users } from '#db/schema.ts'
import { aVerdict } from '#db/testing/a-verdict.ts'
import { accountService } from '#server/features/accounts/accounts.service.ts'
import { createJoining } from '#server/features/accounts/joining.ts'
import { createPasskeyChecks } from '#server/features/accounts/passkeys/passkey-checks.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { addMember } from '#server/features/accounts/users.ts'
import { claimService } from '#server/features/claims/claims.service.ts'
import { unclaim } from '#server/features/claims/undo-claim.ts'
import { ghostService } from '#server/features/drivers/ghosts.service.ts'
import { hiddenDriverService } from '#server/features/drivers/home.service.ts'
import { reportService } from '#server/features/host/reports/reports.service.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { leave } from '#server/features/own-account/leaving/leave.ts'
import { adoptedRatingsService } from '#server/features/ratings/adopted-ratings.service.ts'
import { ratingChangeService } from '#server/features/ratings/rating-changes.service.ts'
import { ratingService } from '#server/features/ratings/ratings.service.ts'
import { receivedRatingService } from '#server/features/ratings/received/received-ratings.service.ts'
import { openDue } from '#server/features/ratings/sealed/evening-post.ts'
import { testContext } from './test-context.ts'

export const aPerson = fc.nat(9)
export const perhapsAPerson: fc.Arbitrary<number | null> = fc.option(aPerson)
const said = aVerdict()
export function step<const Kind extends string, Fields extends object>(
	kind: Kind,
	fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
): fc.Arbitrary<{ kind: Kind } & Fields> {
	return fc.record(fields).map((chosen) => ({ kind, ...chosen }))
}

/** Steps that people take with ratings. Numbers choose among the people who can take the step; `null` is a guest. */
export const aStep = fc.oneof(
	{
		weight: 8,
		arbitrary: step('rate', { who: perhapsAPerson, driver: aPerson, said, isPlaceholder: fc.boolean() }),
	},
	{ weight: 4, arbitrary: step('change', { rating: fc.nat(20), said }) },
	{ weight: 4, arbitrary: step('take back', { rating: fc.nat(20) }) },
	{ weight: 2, arbitrary: step('report', { rating: fc.nat(20) }) },
	{ weight: 2, arbitrary: step('decide', { report: fc.nat(5), isKept: fc.boolean() }) },
	{ weight: 3, arbitrary: step('repeat', { request: fc.nat(20) }) },
	{ weight: 3, arbitrary: step('look', { who: aPerson, isOnProfile: fc.boolean() }) },
	{ weight: 2, arbitrary: step('come in', { who: aPerson }) },
	{ weight: 2, arbitrary: step('give back', { rating: fc.nat(20) }) },
	{ weight: 2, arbitrary: step('claim', { ghost: aPerson, by: perhapsAPerson }) },
	{ weight: 1, arbitrary: step('unclaim', { ghost: aPerson }) },
	{ weight: 1, arbitrary: step('hide', { who: aPerson, driver: aPerson }) },
	{ weight: 1, arbitrary: step('leave', { who: aPerson, given: fc.constantFrom('stay' as const, 'go' as const) }) },
	{ weight: 1, arbitrary: step('wait', { hours: fc.integer({ min: 1, max: 20 }) }) },
)

/** Further steps that add or remove ratings, and long waits. */
export const aStepOfMonths = fc.oneof(
	{ weight: 30, arbitrary: aStep },
	{ weight: 6, arbitrary: step('seal', { who: perhapsAPerson, driver: aPerson, said }) },
	{ weight: 3, arbitrary: step('open the evening post', {}) },
	{ weight: 2, arbitrary: step('delete a ghost', { ghost: aPerson }) },
	{ weight: 4, arbitrary: step('wait', { hours: fc.integer({ min: 100, max: 800 }) }) },
)
export type Step = typeof aStepOfMonths extends fc.Arbitrary<infer T> ? T : never

/** A request to rate as it was sent, and the rating that it made. */
export type SentRating = { rater: UserId | null; body: NewRating; key: string; id: number }

const GUEST = { userId: null, guestKey: 'a-guest' }

/** Three members, three ghosts and one guest, with the steps that they take. Performs no checks. */
export function ratingFamily(clock: { now: number }) {
	const now = () => new Date(clock.now)
	const context = testContext({}, { clock: { now, schedule: () => ({ cancel: () => {} }) } })
	const { db, queries } = context
	const { adoptGuestRatings, giveBack } = adoptedRatingsService(context)
	const withHash = { ...context.passwords, hash: async () => 'a hash' }
	const claims = claimService(
		{ ...context, passwords: withHash },
		{
			adoptGuestRatings,
			passkeyChecks: createPasskeyChecks(context),
			notifyCreator: () => {},
		},
	)
	const rating = ratingService(context)
	const changes = ratingChangeService(context)
	const received = receivedRatingService(context)
	const reports = reportService(context)
	const hides = hiddenDriverService(context)
	const ghosts = ghostService(context)
	const joining = createJoining(context, {
		admission: { isOpenTo: () => true, check: () => {}, admit: () => ({ isSetup: false }) },
		adoptGuestRatings,
		makeFirstHost: () => {},
	})
	const accounts = accountService(context, { joining, adoptGuestRatings, recentRatingOf: () => undefined })
	const ids = ['mum', 'dad', 'kid'].map(
		(username) => addMember(context, { username, email: null, passwordHash: 'a hash', avatarId: 1 }).id,
	)
	for (const nth of [0, 1, 2]) {
		const row = { id: 100 + nth, username: `ghost-${nth}`, displayName: `Ghost ${nth}`, isGhost: true, avatarId: 1 }
		const more = { ghostClaimToken: `token-of-ghost-${nth}`, createdById: ids[0], createdAt: now() }
		db.orm
			.insert(users)
			.values({ ...row, ...more })
			.run()
		ids.push(row.id)
	}
	const sent: SentRating[] = []
	let sealed = 0
	const looks: { id: UserId; isOnProfile: boolean }[] = []

	/** The nth remaining person of this kind, so that most steps have an effect. */
	const one = (nth: number, isOfKind: (user: UserRow) => boolean) => {
		const all = ids.flatMap((id) => queries.users.userById(id) ?? []).filter(isOfKind)
		return all[nth % all.length]
	}
	const member = (nth: number) => one(nth, ({ isGhost }) => !isGhost)
	const driverAt = (nth: number) => one(nth, ({ claimedById }) => claimedById === null)?.id ?? DEMO_DRIVER_ID
	const viewerAs = (id: UserId | null) => (id === null ? GUEST : { userId: id, guestKey: null })

	const send = ({ rater, body, key }: Omit<SentRating, 'id'>) =>
		rating.rateDriver(
			{ viewer: viewerAs(rater), nextGuestKey: GUEST.guestKey, keepGuest: () => {}, address: 'x', requestKey: key },
			body,
		)

	/** The nth of all ratings, as its rater sees it. */
	const given = (nth: number) => {
		const all = db.orm.select().from(ratings).orderBy(ratings.id).all()
		const row = all[nth % all.length]
		if (!row) return undefined
		return { id: row.wireId, changer: { viewer: viewerAs(row.guestKey ? null : row.raterId), address: 'x' } }
	}

	const acts = {
		async rate({ who, driver, said, isPlaceholder }: Extract<Step, { kind: 'rate' }>) {
			const rater = who === null ? null : (member(who)?.id ?? null)
			const request = {
				rater,
				body: { ...said, driverId: driverAt(driver), isPlaceholder },
				key: `key-${sent.length}-x`,
			}
			const answer = await send(request)
			if (answer.isNew) sent.push({ ...request, id: answer.rating.id })
		},
		async seal({ who, driver, said }: Extract<Step, { kind: 'seal' }>) {
			const rater = who === null ? null : (member(who)?.id ?? null)
			const body = { ...said, driverId: driverAt(driver), delivery: 'evening' as const }
			await send({ rater, body, key: `sealed-${sealed++}-x` })
		},
		'delete a ghost'({ ghost }: { ghost: number }) {
			const waiting = one(ghost, ({ ghostClaimToken }) => ghostClaimToken !== null)
			if (waiting?.createdById) ghosts.deleteGhost(waiting.id, waiting.createdById)
		},
		change({ rating, said }: { rating: number; said: RatingChange }) {
			const which = given(rating)
			if (which) changes.change(which.changer, which.id, said)
		},
		'take back'({ rating }: { rating: number }) {
			const which = given(rating)
			if (which) changes.takeBack(which.changer, which.id)
		},
		report({ rating }: { rating: number }) {
			const all = db.orm.select().from(ratings).orderBy(ratings.id).all()
			const row = all[rating % all.length]
			if (row) received.report(row.driverId, row.wireId, { reason: 'other' })
		},
		decide({ report, isKept }: { report: number; isKept: boolean }) {
			const all = db.orm.select().from(ratingReports).orderBy(ratingReports.id).all()
			const row = all[report % all.length]
			if (row) reports[isKept ? 'keep' : 'remove'](TERMINAL, row.id)
		},
		look({ who, isOnProfile }: { who: number; isOnProfile: boolean }) {
			const looking = member(who)
			if (!looking) return
			accounts.markRatingsSeen(looking.id, { isOnProfile })
			looks.push({ id: looking.id, isOnProfile })
		},
		'come in'({ who }: { who: number }) {
			const coming = member(who)
			if (coming) db.write(() => adoptGuestRatings(GUEST.guestKey, coming.id))
		},
		'give back'({ rating }: { rating: number }) {
			const all = db.orm.select().from(ratingsTakenAlong).orderBy(ratingsTakenAlong.ratingId).all()
			const taken = all[rating % all.length]
			const row = taken && queries.ratings.ratingByRowId(taken.ratingId)
			if (row) giveBack(row.wireId, row.raterId)
		},
		async claim({ ghost, by }: { ghost: number; by: number | null }) {
			const me = by === null ? undefined : member(by)
			const form = me ? {} : { username: `new-${ids.length}`, password: 'backseat' }
			const token = one(ghost, ({ ghostClaimToken }) => ghostClaimToken !== null)?.ghostClaimToken ?? 'no-such-token'
			const { user } = await claims.claim(
				{ token, email: null, ...form },
				{
					viewer: { userId: me?.id ?? null, guestKey: me ? null : GUEST.guestKey },
					openSession: () => {},
					device: '',
					isDesktopWindow: false,
					session: null,
					address: 'x',
					requestOrigin: { host: null, isHttps: false },
				},
			)
			if (!ids.includes(user.id)) ids.push(user.id)
		},
		unclaim({ ghost }: { ghost: number }) {
			const claimed = one(ghost, ({ claimedById }) => claimedById !== null)
			if (claimed) unclaim(context, claimed.id)
		},
		hide({ who, driver }: { who: number; driver: number }) {
			const me = member(who)
			if (me) hides.hide({ userId: me.id, driverId: driverAt(driver) }, me.id)
		},
		leave({ who, given }: Extract<Step, { kind: 'leave' }>) {
			const leaver = member(who)
			if (leaver) leave(context, leaver.id, given)
		},
	}

	async function happen(step: Step) {
		if (step.kind === 'wait') clock.now += step.hours * 3_600_000
		else if (step.kind === 'rate') await acts.rate(step)
		else if (step.kind === 'seal') await acts.seal(step)
		else if (step.kind === 'open the evening post') expect(await openDue(context, now())).toBe(0)
		else if (step.kind === 'delete a ghost') acts['delete a ghost'](step)
		else if (step.kind === 'change') acts.change(step)
		else if (step.kind === 'take back') acts['take back'](step)
		else if (step.kind === 'report') acts.report(step)
		else if (step.kind === 'decide') acts.decide(step)
		else if (step.kind === 'look') acts.look(step)
		else if (step.kind === 'come in') acts['come in'](step)
		else if (step.kind === 'give back') acts['give back'](step)
		else if (step.kind === 'claim') await acts.claim(step)
		else if (step.kind === 'unclaim') acts.unclaim(step)
		else if (step.kind === 'hide') acts.hide(step)
		else if (step.kind === 'leave') acts.leave(step)
	}

	const members = () =>
		db.orm
			.select()
			.from(users)
			.where(eq(users.isGhost, false))
			.all()
			.filter(({ id }) => id > 2)
	return {
		context,
		sent,
		looks,
		send: (request: SentRating): Promise<{ rating: OwnRating; isNew: boolean }> => send(request),
		happen,
		members,
	}
}
