import { type SignedInUser, whoAmI } from '#contract/accounts.ts'
import { addressOf } from '#contract/call.ts'
import { namedAt, type PagePath } from '#contract/pages.ts'
import type { PageAnswers } from '#server/http/files/page-answers.ts'
import { frame } from './frame.ts'
import type { Visit } from './screen.ts'
import { SCREENS } from './screens.ts'

type Visitor = { basePath: string; hasSession: boolean; hasGuestRatings: boolean }

/**
 * The screen in HTML, for the time until React replaces it, out of the answers that the page carries. Empty for screens that
 * have none, and if an answer is missing.
 */
export function firstWords(
	page: PagePath | null,
	{ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>,
	answers: PageAnswers,
	{ basePath, hasSession, hasGuestRatings }: Visitor,
): string {
	const screen = page && SCREENS[page]
	if (!screen) return ''
	const answer: Visit['answer'] = (call, parts) => JSON.parse(answers.get(addressOf(call, parts)) ?? 'null')
	const member: SignedInUser | null = answer(whoAmI)
	if (hasSession !== (member !== null)) return ''
	const to = (path: string) => basePath + path
	const visit = { named: namedAt(pathname), search: searchParams, member, hasGuestRatings, answer, to }
	const content = screen(visit)
	return content ? frame(content, visit).text : ''
}
