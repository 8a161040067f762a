import { randomUUID } from 'node:crypto'
import { ALL_GOOD } from '#contract/impressions.ts'
import { openDatabase } from '#db/database.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { openingOf } from '#server/features/ratings/sealed/evening-post.ts'
import { createQueries } from '#server/queries.ts'

/*
 * bun scripts/bench/evening-post.ts [years]
 *
 * How well a driver guesses who gave a verdict: the best guesser there can be, who knows every ride, who was in it, how often
 * people rate and how long they take. With verdicts told at once, and with the evening post as the server's own queries open
 * it. Ends with 1 where more than a tenth of the verdicts of the evening post are guessed for sure.
 */

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DRIVER = 10
const PASSENGERS = [11, 12, 13, 14, 15, 16]
/** Of those in a ride. */
const RATING_SHARE = 0.6
/** Most rate within the hour, a fifth at some time of the next day. */
const LATE_SHARE = 0.2
const SOON_MEAN = HOUR
const SURE = 0.95
const SURE_MAX = 0.1

type Ride = { at: number; aboard: number[] }
type Verdict = { rater: number; at: number }
type Guesses = { verdicts: number; right: number; sure: number }

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item

/** A family's car, mostly with one passenger. */
function ridesOf(days: number, { size, aDay }: { size?: number; aDay: readonly number[] }): Ride[] {
	const rides: Ride[] = []
	for (let day = 0; day < days; day += 1)
		for (let nth = pick(aDay); nth > 0; nth -= 1) {
			const left = [...PASSENGERS]
			const aboard = Array.from(
				{ length: size ?? pick([1, 1, 1, 2, 3]) },
				() => left.splice(Math.floor(Math.random() * left.length), 1)[0] as number,
			)
			rides.push({ at: day * DAY + (7 + Math.random() * 15) * HOUR, aboard })
		}
	return rides.toSorted((a, b) => a.at - b.at)
}

const delay = () => (Math.random() < LATE_SHARE ? Math.random() * DAY : -Math.log(1 - Math.random()) * SOON_MEAN)
/** How likely a delay up to so long is; the guesser knows it. */
const until = (ms: number) =>
	ms <= 0 ? 0 : (1 - LATE_SHARE) * (1 - Math.exp(-ms / SOON_MEAN)) + LATE_SHARE * Math.min(1, ms / DAY)

const verdictsOf = (rides: readonly Ride[]): Verdict[] =>
	rides
		.flatMap(({ at, aboard }) =>
			aboard.filter(() => Math.random() < RATING_SHARE).map((rater) => ({ rater, at: at + delay() })),
		)
		.toSorted((a, b) => a.at - b.at)

/** Whom the guesser holds for the rater of what came between two moments, and how surely, from 0 to 1. */
function bestGuess(rides: readonly Ride[], from: number, to: number): { rater: number; share: number } {
	const weights = new Map<number, number>()
	for (const { at, aboard } of rides)
		if (at < to && at > from - 2 * DAY)
			for (const rater of aboard) {
				const weight = until(to - at) - until(from - at)
				weights.set(rater, (weights.get(rater) ?? 0) + weight)
			}
	const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0)
	const [rater, weight] = [...weights].toSorted((a, b) => b[1] - a[1])[0] ?? [0, 0]
	return { rater, share: total === 0 ? 0 : weight / total }
}

function note(guesses: Guesses, { rater }: Verdict, guess: ReturnType<typeof bestGuess>) {
	guesses.verdicts += 1
	if (guess.rater === rater) guesses.right += 1
	if (guess.rater === rater && guess.share >= SURE) guesses.sure += 1
}

/** Told within the minute. */
function toldAtOnce(rides: readonly Ride[], verdicts: readonly Verdict[]): Guesses {
	const guesses = { verdicts: 0, right: 0, sure: 0 }
	for (const verdict of verdicts) note(guesses, verdict, bestGuess(rides, verdict.at - 60_000, verdict.at))
	return guesses
}

/** Opened by the server's own queries, evening by evening. */
function toldInTheEvening(rides: readonly Ride[], verdicts: readonly Verdict[], days: number): Guesses {
	const db = openDatabase(':memory:')
	const queries = createQueries(db)
	for (const id of [DRIVER, ...PASSENGERS])
		queries.users.insertUser({ id, username: `rider${id}`, avatarId: 1, createdAt: new Date(0) })
	const guesses = { verdicts: 0, right: 0, sure: 0 }
	const waiting = [...verdicts]
	let lastOpening = -3 * DAY
	for (let evening = 18.5 * HOUR; evening < days * DAY; evening += DAY) {
		while (waiting[0] && waiting[0].at <= evening) {
			const { rater, at } = waiting.shift() as Verdict
			const said = { ...ALL_GOOD, starRating: 5, requestKey: randomUUID() }
			const row = { driverId: DRIVER, raterId: rater, ...said, state: RATING_STATE.sealed, createdAt: new Date(at) }
			queries.ratings.insertRating(row)
		}
		const opening = openingOf(new Date(evening), new Date(evening))
		for (const driverId of queries.sealedRatings.driversDue(opening)) {
			const opened = queries.sealedRatings.sealedRatingsOf(driverId, opening)
			// What opens alone has waited three days, or less than a day longer: it was given then.
			const isAlone = new Set(opened.map(({ raterId }) => raterId)).size === 1
			const [from, to] = isAlone ? [evening - 4 * DAY, evening - 3 * DAY] : [lastOpening, evening]
			for (const row of opened) {
				note(guesses, { rater: row.raterId, at: evening }, bestGuess(rides, Math.max(from, lastOpening), to))
				queries.ratings.dropRating(row)
			}
			lastOpening = evening
		}
	}
	db.close()
	return guesses
}

const days = 365 * Number(process.argv[2] ?? 8)
const inWords = ({ verdicts, right, sure }: Guesses) =>
	`${Math.round((100 * right) / verdicts)} % guessed, ${Math.round((100 * sure) / verdicts)} % for sure, of ${verdicts}`
let isWeak = false
for (const [name, kind] of [
	['two rides a week', { aDay: [0, 0, 0, 0, 0, 1, 1] }],
	['four rides a week', { aDay: [0, 0, 1, 1] }],
	['a ride on most days', { aDay: [0, 1, 1, 1, 2] }],
	['two rides a day', { aDay: [1, 2, 2, 3] }],
	['rides of three', { aDay: [0, 1, 1, 1, 2], size: 3 }],
] as const) {
	const rides = ridesOf(days, kind)
	const verdicts = verdictsOf(rides)
	const evening = toldInTheEvening(rides, verdicts, days)
	// Where hardly anybody rides, no rule hides who did.
	if (name !== 'two rides a week') isWeak ||= evening.sure > SURE_MAX * evening.verdicts
	console.log(`${name}: at once ${inWords(toldAtOnce(rides, verdicts))}; evening post ${inWords(evening)}`)
}
if (isWeak) console.log('✗ More than a tenth is guessed for sure: the rule is too weak.')
process.exit(isWeak ? 1 : 0)
