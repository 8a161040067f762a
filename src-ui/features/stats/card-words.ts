import { IMPRESSIONS } from '#contract/impressions.ts'
import type { Category, DriverStats } from '#contract/stats.ts'

export const ridesRated = (rides: number): string => (rides === 1 ? '1 ride rated' : `${rides} rides rated`)

const WITHOUT_ANY = { knownFor: 'still loading', stillLearning: 'all of it' }
const wordsOf = (of: Category) => Object.values(IMPRESSIONS).find(({ category }) => category === of) ?? WITHOUT_ANY

/** What the best and the worst category say about a driver. */
export function reputation(stats: DriverStats): { knownFor: string; stillLearning: string } {
	const { bestCategory: best, worstCategory: worst, totalRides } = stats
	// Best and worst are the same only when all three shares are: then neither word would be fair.
	if (best === worst && best !== 'none')
		return {
			knownFor: 'all-rounder',
			stillLearning: stats.smoothRides === totalRides ? 'modesty' : 'a bit of all',
		}
	return { knownFor: wordsOf(best).knownFor, stillLearning: wordsOf(worst).stillLearning }
}
