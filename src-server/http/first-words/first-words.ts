import { type SignedInUser, whoAmI } from '#contract/accounts.ts'
import { addressOf } from '#contract/call.ts'
import { getHome, type Home } from '#contract/home.ts'
import type { PagePath } from '#contract/pages.ts'
import type { PageAnswers } from '#server/http/files/page-answers.ts'
import { frame } from './frame.ts'
import { homeScreen } from './home.ts'

const HOME = addressOf(getHome)
const WHO_AM_I = addressOf(whoAmI)

/**
 * The screen in HTML, for the time until React replaces it, out of the answers that the page carries. Empty for screens that
 * have none, and if an answer is missing.
 */
export function firstWords(
	page: PagePath | null,
	answers: PageAnswers,
	{ basePath, hasSession, hasGuestRatings }: { basePath: string; hasSession: boolean; hasGuestRatings: boolean },
): string {
	if (page !== '/home') return ''
	const home: Home | null = answered(answers, HOME)
	const member: SignedInUser | null = answered(answers, WHO_AM_I)
	if (!home || hasSession !== (member !== null)) return ''
	const to = (path: string) => basePath + path
	return frame(homeScreen(home, { member, hasGuestRatings }, to), { to, member }).text
}

const answered = (answers: PageAnswers, address: string) => JSON.parse(answers.get(address) ?? 'null')
