import type { Month } from '#contract/ids.ts'
import type { AwardKey } from '#contract/receipts.ts'
import { dayInWords, figureInWords } from '#ui/platform/dates-and-figures.ts'

/** 'November 2026'. */
export const monthInWords = (month: Month) => dayInWords(`${month}-01`, { month: 'long', year: 'numeric' })

/** 'November'. */
export const monthName = (month: Month) => dayInWords(`${month}-01`, { month: 'long' })

export const ridesInWords = (rides: number) => (rides === 1 ? '1 ride' : `${figureInWords(rides)} rides`)

export const AWARD_LINES: Record<AwardKey, string> = {
	driverOfTheMonth: 'The back seat rose and clapped.',
	smoothest: 'The coffee stayed in the cup.',
	safest: 'Even the nervous ones looked out of the window.',
	bestVibes: 'Nobody asked whether we are there yet.',
	mostImproved: 'Practice, and it shows.',
	mostRidden: 'Always asked, always there.',
	ghostOfTheMonth: 'No account, and the stars come anyway.',
}
