import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { DRIVER_KINDS, type DriverFigures, DriverKind, kindOf, type StarCounts, TREND_FROM } from './driver-kinds.ts'

/**
 * `shares` are the numbers of smooth, safe and good-vibe rides. By default the newest five equal the mean, so there is
 * no trend.
 */
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

/** Key, name and tagline, in order of precedence. */
const IN_ORDER = [
	['parked', 'Parked', 'Nobody has climbed in yet.'],
	['fresh_plates', 'Fresh Plates', 'Too early to call. The back seat is taking notes.'],
	['legend', 'The Legend', 'They will name a roundabout after this one.'],
	['institution', 'The Institution', 'A hundred rides, and people still call shotgun.'],
	['comeback', 'The Comeback', 'Somebody has been practising.'],
	['detour', 'The Detour', 'It was going so well.'],
	['plot_twist', 'The Plot Twist', 'Half the car applauds, half holds the handle.'],
	['chauffeur', 'The Chauffeur', 'Bring your own peaked cap.'],
	['flying_carpet', 'The Flying Carpet', 'Speed bumps are only a rumour.'],
	['seat_belt', 'The Human Seat Belt', 'Even nervous passengers nap here.'],
	['party_bus', 'The Party Bus', 'Nobody wants to arrive.'],
	['silent_limousine', 'The Silent Limousine', 'Smooth, safe, and quiet as a library.'],
	['rally', 'The Rally Champion', 'Every pothole, hit with love.'],
	['getaway', 'The Getaway Driver', 'Gliding through orange since forever.'],
	['roller_coaster', 'The Roller Coaster', 'Hands up, and smile for the camera.'],
	['tractor', 'The Tractor', 'Slow, sure, and you feel every stone.'],
	['ice_rink', 'The Ice Rink', 'Very smooth. That is the worrying part.'],
	['washing_machine', 'The Washing Machine', 'Full spin, no rinse.'],
	['podcast', 'The Long Podcast', 'The road is fine. The talk about the road is long.'],
	['favourite_seat', 'The Favourite Seat', 'First to be asked, last to complain.'],
	['family_van', 'The Family Van', 'Gets everybody there, crumbs included.'],
	['commuter_bus', 'The Commuter Bus', 'It goes. It stops. Mostly in that order.'],
	['shopping_trolley', 'The Shopping Trolley', 'One wheel has other plans.'],
	['learner', 'The Eternal Learner', 'The instructor still dreams about it.'],
]

test.each(Object.entries(ONE_OF_EACH))('a driver is %s [spec 13.1]', (kind, row) => {
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
		'a mean of 1.8',
		'shopping_trolley',
		'learner',
		figures([1, 4, 0, 0, 0], [2, 2, 2]),
		figures([2, 3, 0, 0, 0], [2, 2, 2]),
	],
])('the limit is %s, exactly: %s at it, %s beside it [spec 13.1]', (_, at, beside, row, other) => {
	expect([kindOf(row), kindOf(other)]).toEqual([at, beside])
})

type Shares = [smooth: number, safe: number, vibes: number]
const VAN: DriverKind[] = ['family_van', 'family_van', 'family_van']

test.each<[DriverKind, Shares, beside: DriverKind[]]>([
	['silent_limousine', [16, 16, 9], VAN],
	['rally', [9, 16, 16], VAN],
	['getaway', [16, 9, 16], VAN],
	['roller_coaster', [9, 9, 16], VAN],
	['tractor', [9, 16, 9], VAN],
	['ice_rink', [16, 9, 9], VAN],
	['washing_machine', [5, 5, 5], ['podcast', 'podcast', 'family_van']],
	['podcast', [6, 6, 5], ['podcast', 'podcast', 'family_van']],
])('for %s each of the shares counts, to one of twenty rides [spec 13.1]', (kind, shares, beside) => {
	const ofTwenty = (shares: Shares) => kindOf(figures([0, 0, 10, 10, 0], shares))
	// Moves a count past its limit: one ride less where the rule needs many, one more where it needs few.
	const step = (count: number) => (count === 16 ? 15 : count + 1)
	const others = [0, 1, 2].map((which) => ofTwenty(shares.map((n, at) => (at === which ? step(n) : n)) as Shares))

	expect(ofTwenty(shares)).toBe(kind)
	expect(others).toEqual(beside)
})

test.each<[DriverKind, StarCounts, Shares]>([
	['institution', [0, 0, 30, 40, 30], [70, 70, 70]],
	['family_van', [0, 0, 31, 39, 30], [70, 70, 70]],
	['family_van', [0, 0, 30, 39, 30], [70, 70, 70]],
	['plot_twist', [2, 0, 0, 1, 2], [3, 3, 3]],
	['commuter_bus', [2, 0, 0, 0, 2], [2, 2, 2]],
	['commuter_bus', [2, 3, 7, 2, 6], [10, 10, 10]],
	['commuter_bus', [2, 4, 7, 2, 5], [10, 10, 10]],
	['chauffeur', [0, 0, 0, 10, 10], [18, 18, 18]],
	['favourite_seat', [0, 0, 0, 11, 9], [18, 18, 18]],
	['favourite_seat', [0, 0, 0, 10, 10], [17, 18, 18]],
	['favourite_seat', [0, 0, 0, 10, 10], [18, 17, 18]],
	['favourite_seat', [0, 0, 0, 10, 10], [18, 18, 17]],
	['flying_carpet', [0, 0, 5, 10, 5], [19, 10, 10]],
	['family_van', [0, 0, 5, 10, 5], [18, 10, 10]],
	['family_van', [0, 0, 6, 9, 5], [19, 10, 10]],
	['seat_belt', [0, 0, 5, 10, 5], [10, 19, 10]],
	['family_van', [0, 0, 5, 10, 5], [10, 18, 10]],
	['family_van', [0, 0, 6, 9, 5], [10, 19, 10]],
	['party_bus', [0, 0, 5, 10, 5], [10, 10, 19]],
	['family_van', [0, 0, 5, 10, 5], [10, 10, 18]],
	['family_van', [0, 0, 6, 9, 5], [10, 10, 19]],
	['favourite_seat', [0, 0, 3, 10, 7], [10, 10, 10]],
	['family_van', [0, 0, 4, 9, 7], [10, 10, 10]],
	['family_van', [0, 0, 10, 10, 0], [10, 10, 10]],
	['commuter_bus', [0, 0, 11, 9, 0], [10, 10, 10]],
	['commuter_bus', [0, 10, 10, 0, 0], [10, 10, 10]],
	['shopping_trolley', [0, 11, 9, 0, 0], [10, 10, 10]],
	['learner', [5, 15, 0, 0, 0], [10, 10, 10]],
])('at the limits of shares and means a driver is %s: stars %j, shares %j [spec 13.1]', (kind, stars, shares) => {
	expect(kindOf(figures(stars, shares))).toBe(kind)
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
/** Expects the ratings newest first. */
const figuresOf = (ratings: Rating[]): DriverFigures => ({
	stars: [1, 2, 3, 4, 5].map((stars) => ratings.filter((rating) => rating.stars === stars).length) as StarCounts,
	smoothRides: ratings.filter(({ isSmooth }) => isSmooth).length,
	safeRides: ratings.filter(({ isSafe }) => isSafe).length,
	goodVibes: ratings.filter(({ isGoodVibe }) => isGoodVibe).length,
	newestFive: ratings.slice(0, 5).reduce((sum, { stars }) => sum + stars, 0),
})

test('the 24 kinds are tried in this order, and each says this of a driver [spec 13.1]', () => {
	expect(Object.entries(DRIVER_KINDS).map(([key, { name, line }]) => [key, name(), line()])).toEqual(IN_ORDER)
})

test('whatever was said of a driver, they are of one kind [spec 13.2]', () => {
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
