import type { ClaimLookup } from '#contract/claims.ts'
import { aroundBold, type BoldText, t, tn } from '#contract/text.ts'

export const title = () => t("You've Been Rated")
export const introduction = () =>
	t("Backseat is where friends and family rate each other's driving. Someone who rides with you put you on it.")
export const makeUpAName = () => t('Make up a name and a password; next time you come in with them.')
// Translators: a button that makes an account and claims the ratings
export const showReceipts = () => t('Show Me the Receipts')
export const alreadyHere = () => t('Already on Backseat?')
export const logInLabel = () => t('Log in')
export const claimThese = () => t('Claim these ratings')

export const ghostNameOf = ({ ghostDriver }: ClaimLookup): string => ghostDriver.display_name ?? ghostDriver.username

export const waitingInWords = ({ ratingsCount }: ClaimLookup): BoldText =>
	aroundBold(tn("You've got <b>#</b> rating waiting!", "You've got <b>#</b> ratings waiting!", ratingsCount))

export const ridingAs = (username: string): BoldText =>
	aroundBold(t('You are riding as <b>{username}</b>.', { username }))

export const notYou = (username: string): string => t('Not {username}? Log out', { username })

export const termsOf = (ghostName: string): string[] => [
	t('Everything said about {name} moves to your profile.', { name: ghostName }),
	t('Old links to this driver lead to you from then on.'),
	t('Ratings you gave this driver yourself are dropped. Nice try.'),
	t('There is no reverse gear: this cannot be undone.'),
]
