import type { Category, DriverStats } from '#contract/stats.ts'

export const ridesRated = (rides: number): string => (rides === 1 ? '1 ride rated' : `${rides} rides rated`)

const KNOWN_FOR: Record<Category, string> = {
	smooth: 'gliding',
	safe: 'early braking',
	vibes: 'the playlist',
	none: 'still loading',
}

const STILL_LEARNING: Record<Category, string> = {
	smooth: 'speed bumps',
	safe: 'the brakes',
	vibes: 'small talk',
	none: 'all of it',
}

/** What the best and the worst category say about a driver. */
export function reputation(stats: DriverStats): { knownFor: string; stillLearning: string } {
	const { bestCategory: best, worstCategory: worst, totalRides } = stats
	// Best and worst are the same only when all three shares are: then neither word would be fair.
	if (best === worst && best !== 'none')
		return {
			knownFor: 'all-rounder',
			stillLearning: stats.smoothRides === totalRides ? 'modesty' : 'a bit of all',
		}
	return { knownFor: KNOWN_FOR[best], stillLearning: STILL_LEARNING[worst] }
}
