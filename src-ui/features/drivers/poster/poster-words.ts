import { marked } from '#contract/text.ts'

/** Marked instead of translated, because a poster may be in another language than the page. */
export const POSTER_WORDS = {
	// Translators: large, on a poster; {break} begins the second line
	question: marked("How's my {break}driving?", { break: '\n' }),
	call: marked('Passengers: scan, tap, tell.'),
	hint: marked('No app, no account. Drivers: eyes on the road.'),
	foot: marked('<b>Backseat</b> rating rides from friends and family'),
}
