import * as v from 'valibot'
import { t } from './text.ts'

export const StarCounts = v.tuple([v.number(), v.number(), v.number(), v.number(), v.number()])
export type StarCounts = v.InferOutput<typeof StarCounts>

export type DriverFigures = {
	stars: Readonly<StarCounts>
	smoothRides: number
	safeRides: number
	goodVibes: number
	/** The sum of stars of the five newest ratings; used from `TREND_FROM` rides on. */
	newestFive: number
}

/** With fewer rides, the newest five would be most of all rides, so there is no trend. */
export const TREND_FROM = 10

type Rule = (has: ReturnType<typeof conditionsOf>) => boolean
type Row = { name: () => string; line: () => string; rule: Rule }

/**
 * The kinds of drivers in order of precedence: the first matching rule decides, and the last rule always matches. Keys are
 * part of the API and of signed picture content, so they must never change.
 */
export const DRIVER_KINDS = {
	parked: { name: () => t('Parked'), line: () => t('Nobody has climbed in yet.'), rule: ({ rides }) => rides === 0 },
	fresh_plates: {
		name: () => t('Fresh Plates'),
		line: () => t('Too early to call. The back seat is taking notes.'),
		rule: ({ rides }) => rides < 3,
	},
	legend: {
		name: () => t('The Legend'),
		line: () => t('They will name a roundabout after this one.'),
		rule: ({ rides, mean, all }) => rides >= 25 && mean(48) && all(95),
	},
	institution: {
		name: () => t('The Institution'),
		line: () => t('A hundred rides, and people still call shotgun.'),
		rule: ({ rides, mean }) => rides >= 100 && mean(40),
	},
	comeback: {
		name: () => t('The Comeback'),
		line: () => t('Somebody has been practising.'),
		rule: ({ trend }) => trend === 'up',
	},
	detour: {
		name: () => t('The Detour'),
		line: () => t('It was going so well.'),
		rule: ({ trend }) => trend === 'down',
	},
	plot_twist: {
		name: () => t('The Plot Twist'),
		line: () => t('Half the car applauds, half holds the handle.'),
		rule: ({ rides, lowStars, fiveStars }) => rides >= 5 && lowStars(30) && fiveStars(30),
	},
	chauffeur: {
		name: () => t('The Chauffeur'),
		line: () => t('Bring your own peaked cap.'),
		rule: ({ mean, all }) => mean(45) && all(90),
	},
	flying_carpet: {
		name: () => t('The Flying Carpet'),
		line: () => t('Speed bumps are only a rumour.'),
		rule: ({ smooth, mean }) => smooth(95) && mean(40),
	},
	seat_belt: {
		name: () => t('The Human Seat Belt'),
		line: () => t('Even nervous passengers nap here.'),
		rule: ({ safe, mean }) => safe(95) && mean(40),
	},
	party_bus: {
		name: () => t('The Party Bus'),
		line: () => t('Nobody wants to arrive.'),
		rule: ({ vibes, mean }) => vibes(95) && mean(40),
	},
	silent_limousine: {
		name: () => t('The Silent Limousine'),
		line: () => t('Smooth, safe, and quiet as a library.'),
		rule: ({ smooth, safe, vibes }) => smooth(80) && safe(80) && !vibes(50),
	},
	rally: {
		name: () => t('The Rally Champion'),
		line: () => t('Every pothole, hit with love.'),
		rule: ({ smooth, safe, vibes }) => safe(80) && vibes(80) && !smooth(50),
	},
	getaway: {
		name: () => t('The Getaway Driver'),
		line: () => t('Gliding through orange since forever.'),
		rule: ({ smooth, safe, vibes }) => smooth(80) && vibes(80) && !safe(50),
	},
	roller_coaster: {
		name: () => t('The Roller Coaster'),
		line: () => t('Hands up, and smile for the camera.'),
		rule: ({ smooth, safe, vibes }) => vibes(80) && !smooth(50) && !safe(50),
	},
	tractor: {
		name: () => t('The Tractor'),
		line: () => t('Slow, sure, and you feel every stone.'),
		rule: ({ smooth, safe, vibes }) => safe(80) && !smooth(50) && !vibes(50),
	},
	ice_rink: {
		name: () => t('The Ice Rink'),
		line: () => t('Very smooth. That is the worrying part.'),
		rule: ({ smooth, safe, vibes }) => smooth(80) && !safe(50) && !vibes(50),
	},
	washing_machine: {
		name: () => t('The Washing Machine'),
		line: () => t('Full spin, no rinse.'),
		rule: ({ smooth, safe, vibes }) => !smooth(30) && !safe(30) && !vibes(30),
	},
	podcast: {
		name: () => t('The Long Podcast'),
		line: () => t('The road is fine. The talk about the road is long.'),
		rule: ({ vibes }) => !vibes(30),
	},
	favourite_seat: {
		name: () => t('The Favourite Seat'),
		line: () => t('First to be asked, last to complain.'),
		rule: ({ mean }) => mean(42),
	},
	family_van: {
		name: () => t('The Family Van'),
		line: () => t('Gets everybody there, crumbs included.'),
		rule: ({ mean }) => mean(35),
	},
	commuter_bus: {
		name: () => t('The Commuter Bus'),
		line: () => t('It goes. It stops. Mostly in that order.'),
		rule: ({ mean }) => mean(25),
	},
	shopping_trolley: {
		name: () => t('The Shopping Trolley'),
		line: () => t('One wheel has other plans.'),
		rule: ({ mean }) => mean(18),
	},
	learner: {
		name: () => t('The Eternal Learner'),
		line: () => t('The instructor still dreams about it.'),
		rule: () => true,
	},
} as const satisfies Record<string, Row>

/** For screen readers, before a kind's name. */
export const kindLabel = () => `${t('Kind of driver:')} `

const KEYS = Object.keys(DRIVER_KINDS) as (keyof typeof DRIVER_KINDS)[]

export const DriverKind = v.picklist(KEYS)
export type DriverKind = v.InferOutput<typeof DriverKind>

export const kindOf = (figures: DriverFigures): DriverKind => {
	const conditions = conditionsOf(figures)
	return KEYS.find((key) => DRIVER_KINDS[key].rule(conditions)) ?? 'learner'
}

/**
 * Conditions for the rules: means in tenths, shares in percent. The arithmetic uses integers, since rounded fractions miss a
 * trend of exactly 0.7.
 */
function conditionsOf({ stars, smoothRides, safeRides, goodVibes, newestFive }: DriverFigures) {
	const rides = stars.reduce((sum, count) => sum + count, 0)
	const starSum = stars.reduce((sum, count, at) => sum + count * (at + 1), 0)
	const isShare = (count: number) => (percent: number) => 100 * count >= percent * rides
	const [smooth, safe, vibes] = [isShare(smoothRides), isShare(safeRides), isShare(goodVibes)]
	return {
		rides,
		mean: (tenths: number) => 10 * starSum >= tenths * rides,
		smooth,
		safe,
		vibes,
		all: (percent: number) => smooth(percent) && safe(percent) && vibes(percent),
		lowStars: isShare(stars[0] + stars[1]),
		fiveStars: isShare(stars[4]),
		trend: trendOf(rides, starSum, newestFive),
	}
}

function trendOf(rides: number, starSum: number, newestFive: number): 'up' | 'down' | null {
	if (rides < TREND_FROM) return null
	const difference = 10 * (rides * newestFive - 5 * starSum)
	if (difference >= 35 * rides) return 'up'
	return difference <= -35 * rides ? 'down' : null
}
