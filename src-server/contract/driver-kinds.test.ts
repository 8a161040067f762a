import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DRIVER_KINDS, type DriverFigures, DriverKind, kindOf, type StarCounts, TREND_FROM } from './driver-kinds.ts'

/** `shares`: how many rides were smooth, safe and of good vibes. Without a trend the newest five are as all are. */
function figures(stars: StarCounts, shares: [number, number, number], newestFive?: number): DriverFigures {
	const [smoothRides, safeRides, goodVibes] = shares
	const rides = stars.reduce((sum, count) => sum + count, 0)
	const starSum = stars.reduce((sum, count, at) => sum + count * (at + 1), 0)
	return {
		...{ stars, smoothRides, safeRides, goodVibes },
		newestFive: newestFive ?? (rides ? Math.round((5 * starSum) / rides) : 0),
	}
}

const ONE_OF_EACH: Record<DriverKind, DriverFigures> = {
	parked: figures([0, 0, 0, 0, 0], [0, 0, 0]),
	fresh_plates: figures([0, 0, 0, 0, 2], [2, 2, 2]),
	legend: figures([0, 0, 0, 5, 20], [24, 24, 25]),
	institution: figures([0, 0, 30, 40, 30], [70, 70, 70]),
	comeback: figures([4, 3, 1, 1, 3], [6, 6, 6], 24),
	detour: figures([1, 1, 2, 2, 4], [5, 5, 5], 10),
	plot_twist: figures([2, 0, 0, 1, 2], [2, 3, 3]),
	chauffeur: figures([0, 0, 0, 5, 5], [9, 9, 10]),
	flying_carpet: figures([0, 0, 1, 2, 1], [4, 2, 2]),
	seat_belt: figures([0, 0, 1, 2, 1], [2, 4, 2]),
	party_bus: figures([0, 0, 1, 2, 1], [2, 2, 4]),
	silent_limousine: figures([0, 0, 3, 2, 0], [4, 4, 2]),
	rally: figures([0, 0, 3, 2, 0], [2, 4, 4]),
	getaway: figures([0, 0, 3, 2, 0], [4, 2, 4]),
	roller_coaster: figures([0, 0, 3, 2, 0], [2, 2, 4]),
	tractor: figures([0, 0, 3, 2, 0], [2, 4, 2]),
	ice_rink: figures([0, 0, 3, 2, 0], [4, 2, 2]),
	washing_machine: figures([3, 1, 0, 0, 0], [1, 1, 1]),
	podcast: figures([0, 0, 2, 2, 0], [2, 2, 1]),
	favourite_seat: figures([0, 0, 1, 2, 2], [3, 3, 3]),
	family_van: figures([0, 0, 2, 2, 0], [2, 2, 2]),
	commuter_bus: figures([0, 2, 2, 0, 0], [2, 2, 2]),
	shopping_trolley: figures([1, 4, 0, 0, 0], [2, 2, 2]),
	learner: figures([4, 0, 0, 0, 0], [2, 2, 2]),
}

test.each(Object.entries(ONE_OF_EACH))('somebody is %s [spec 13.1]', (kind, row) => {
	expect(kindOf(row)).toBe(kind as DriverKind)
})

test.each<[string, DriverKind, DriverKind, DriverFigures, DriverFigures]>([
	[
		'a mean of 4.8, in 25 rides',
		'legend',
		'chauffeur',
		figures([0, 0, 0, 5, 20], [25, 25, 25]),
		figures([0, 0, 0, 6, 19], [25, 25, 25]),
	],
	[
		'a mean of 4.8, in 35 rides, which no fraction in a computer is',
		'legend',
		'chauffeur',
		figures([0, 0, 0, 7, 28], [35, 35, 35]),
		figures([0, 0, 0, 8, 27], [35, 35, 35]),
	],
	['25 rides', 'legend', 'chauffeur', figures([0, 0, 0, 0, 25], [25, 25, 25]), figures([0, 0, 0, 0, 24], [24, 24, 24])],
	[
		'95 of 100 smooth rides',
		'legend',
		'institution',
		figures([0, 0, 0, 0, 100], [95, 100, 100]),
		figures([0, 0, 0, 0, 100], [94, 100, 100]),
	],
	[
		'a trend of 0.7 upwards: 2.7 of all, 3.4 of the newest five',
		'comeback',
		'commuter_bus',
		figures([1, 3, 4, 2, 0], [5, 5, 5], 17),
		figures([1, 3, 4, 2, 0], [5, 5, 5], 16),
	],
	[
		'a trend of 0.7 downwards: 2.7 of all, 2.0 of the newest five',
		'detour',
		'commuter_bus',
		figures([1, 3, 4, 2, 0], [5, 5, 5], 10),
		figures([1, 3, 4, 2, 0], [5, 5, 5], 11),
	],
	[
		'10 rides for a trend',
		'comeback',
		'family_van',
		figures([0, 2, 3, 3, 2], [5, 5, 5], 25),
		figures([0, 1, 3, 3, 2], [5, 5, 5], 25),
	],
	[
		'30 percent of low stars and of five stars',
		'plot_twist',
		'commuter_bus',
		figures([1, 2, 3, 1, 3], [5, 5, 5]),
		figures([1, 1, 4, 2, 2], [5, 5, 5]),
	],
	[
		'half of the vibes, for silence',
		'silent_limousine',
		'family_van',
		figures([0, 0, 3, 7, 0], [8, 8, 4]),
		figures([0, 0, 3, 7, 0], [8, 8, 5]),
	],
	[
		'a mean of 1.8',
		'shopping_trolley',
		'learner',
		figures([1, 4, 0, 0, 0], [2, 2, 2]),
		figures([2, 3, 0, 0, 0], [2, 2, 2]),
	],
])('the limit is %s, exactly: %s at it, %s beside it [spec 13.1]', (_, at, beside, row, other) => {
	expect([kindOf(row), kindOf(other)]).toEqual([at, beside])
})

type Rating = { stars: number; isSmooth: boolean; isSafe: boolean; isGoodVibe: boolean }
const someRatings = fc.array(
	fc.record({
		stars: fc.integer({ min: 1, max: 5 }),
		isSmooth: fc.boolean(),
		isSafe: fc.boolean(),
		isGoodVibe: fc.boolean(),
	}),
	{ maxLength: 130, size: 'max' },
)
/** Of ratings, newest first. */
const figuresOf = (ratings: Rating[]): DriverFigures => ({
	stars: [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating.stars === stars).length) as StarCounts,
	smoothRides: ratings.filter(({ isSmooth }) => isSmooth).length,
	safeRides: ratings.filter(({ isSafe }) => isSafe).length,
	goodVibes: ratings.filter(({ isGoodVibe }) => isGoodVibe).length,
	newestFive: ratings.slice(0, 5).reduce((sum, { stars }) => sum + stars, 0),
})

test('whatever was said of somebody, they are of one kind, which has a name and a line of its own [spec 13.2]', () => {
	const texts = Object.values(DRIVER_KINDS).flatMap(({ name, line }) => [name, line])
	expect([Object.keys(DRIVER_KINDS).length, new Set(texts).size]).toEqual([24, 48])
	fc.assert(
		fc.property(someRatings, (ratings) => {
			const kind = kindOf(figuresOf(ratings))

			expect(DriverKind.options).toContain(kind)
			expect(kind === 'parked').toBe(ratings.length === 0)
			expect(kind === 'fresh_plates').toBe(ratings.length === 1 || ratings.length === 2)
		}),
	)
})

test('in which order the ratings came decides nothing but the trend of ten and more [spec 13.2]', () => {
	const inAnyOrder = someRatings.chain((ratings) =>
		fc.record({
			ratings: fc.constant(ratings),
			shuffled: fc.shuffledSubarray(ratings, { minLength: ratings.length }),
		}),
	)
	fc.assert(
		fc.property(inAnyOrder, ({ ratings, shuffled }) => {
			const [one, other] = [kindOf(figuresOf(ratings)), kindOf(figuresOf(shuffled))]

			if (one === other) return
			expect(ratings.length).toBeGreaterThanOrEqual(TREND_FROM)
			expect(['comeback', 'detour'].some((kind) => kind === one || kind === other)).toBe(true)
		}),
	)
})
