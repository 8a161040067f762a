import type * as claims from '#contract/claims.ts'
import { LINK_DEAD, NAME_TAKEN, type WordsOf } from './words.ts'

export const claimsWords: WordsOf<typeof claims> = {
	lookUpClaim: {
		tag: 'Ghosts',
		summary: 'Whom a claim link is for',
		answers: { 200: 'The ghost, and how many ratings wait for it.', 404: LINK_DEAD },
	},
	claim: {
		tag: 'Ghosts',
		summary: 'Claim a ghost',
		description:
			'With a session and only the token it goes to my account. Without, username and password make one, whoever may sign up: the link is the invitation. Log in with them afterwards.',
		answers: { 200: 'Claimed into my account.', 201: 'Claimed into a new account.', 404: LINK_DEAD, 409: NAME_TAKEN },
	},
}
