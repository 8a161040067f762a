import type { Month } from '#contract/ids.ts'
import type { AwardKey } from '#contract/receipts.ts'
import { t } from '#contract/text.ts'
import { dayInWords } from '#ui/platform/dates-and-figures.ts'

/** 'November 2026'. */
export const monthInWords = (month: Month) => dayInWords(`${month}-01`, { month: 'long', year: 'numeric' })

/** 'November'. */
export const monthName = (month: Month) => dayInWords(`${month}-01`, { month: 'long' })

export const AWARD_LINES: Record<AwardKey, string> = {
	driverOfTheMonth: t('The back seat rose and clapped.'),
	smoothest: t('The coffee stayed in the cup.'),
	safest: t('Even the nervous ones looked out of the window.'),
	bestVibes: t('Nobody asked whether we are there yet.'),
	mostImproved: t('Practice, and it shows.'),
	mostRidden: t('Always asked, always there.'),
	ghostOfTheMonth: t('No account, and the stars come anyway.'),
}
