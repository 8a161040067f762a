import type { ClaimLookup } from '#contract/claims.ts'

export const TITLE = "You've Been Rated"
export const INTRODUCTION =
	"Backseat is where friends and family rate each other's driving. Someone who rides with you put you on it."
export const MAKE_UP_A_NAME = 'Make up a name and a password; next time you come in with them.'
export const SHOW_RECEIPTS = 'Show Me the Receipts'
export const ALREADY_HERE = 'Already on Backseat?'
export const LOG_IN = 'Log in'
export const CLAIM_THESE = 'Claim these ratings'

export const ghostNameOf = ({ ghostDriver }: ClaimLookup): string => ghostDriver.display_name ?? ghostDriver.username

type Waiting = { before: string; count: number; after: string }
export const waitingInWords = ({ ratingsCount }: ClaimLookup): Waiting => ({
	before: "You've got ",
	count: ratingsCount,
	after: ratingsCount === 1 ? ' rating waiting!' : ' ratings waiting!',
})

export const ridingAs = (username: string): { before: string; name: string; after: string } => ({
	before: 'You are riding as ',
	name: username,
	after: '.',
})

export const notYou = (username: string): string => `Not ${username}? Log out`

export const termsOf = (ghostName: string): string[] => [
	`Everything said about ${ghostName} moves to your profile.`,
	'Old links to this driver lead to you from then on.',
	'Ratings you gave this driver yourself are dropped. Nice try.',
	'There is no reverse gear: this cannot be undone.',
]
