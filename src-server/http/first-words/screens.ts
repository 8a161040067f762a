import type { PagePath } from '#contract/pages.ts'
import { authScreen } from './auth.ts'
import { claimScreen } from './claim.ts'
import { homeScreen } from './home.ts'
import { cardScreen } from './infographic.ts'
import { ratingScreen } from './rating.ts'
import type { FirstScreen } from './screen.ts'

/** Each in the file that its first segment names, where the build looks for its classes (scripts/first-words-rules.ts). */
export const SCREENS: { readonly [page in PagePath]?: FirstScreen } = {
	'/auth': authScreen,
	'/claim/*': claimScreen,
	'/home': homeScreen,
	'/infographic/*': cardScreen,
	'/infographic/me': cardScreen,
	'/rating/*': ratingScreen,
}
