import type { SignedInUser } from '#contract/accounts.ts'
import type { Home, HomeDriver, HomeMe } from '#contract/home.ts'
import { t, tn } from '#contract/text.ts'

export const title = () => t('Who are you rating today?')
// Translators: the heading over the drivers whom a guest has rated
export const youRated = () => t('You rated')
// Translators: read out before the name in the member's own row
export const yourProfile = () => `${t('Your profile:')} `
export const myVerdicts = () => t('My verdicts')
// Translators: a button beside 'Road trip', at most 24 characters
export const addDriver = () => t('+ Add Driver')
// Translators: a button that starts a trip with several drivers, at most 18 characters
export const roadTrip = () => t('Road trip')
export const logInToAdd = () => t('Login to Add Driver')
export const logInToSave = () => t("Don't let your ratings disappear into traffic. Log in to save your ratings.")

export const nobodyInWords = (isVisitor: boolean): string =>
	isVisitor ? t('No drivers found') : t('No drivers yet. Add one to get started!')

/** Fewer cards than this would look lost on a wide screen. */
const CARDS_FROM = 3
export const isGrid = ({ drivers, rated = [] }: Home): boolean => Math.max(drivers.length, rated.length) >= CARDS_FROM

const SEARCHED_FROM = 8
export const isSearched = ({ drivers }: Home): boolean => drivers.length >= SEARCHED_FROM

/** `words` follow the stars, or stand alone if `stars` is null. */
export type Summary = { stars: number | null; words: string }

const ridesInWords = (rides: number) => ` · ${tn('# ride', '# rides', rides)}`

type Ghost = Pick<HomeDriver, 'isGhost' | 'claimedById'>
export const isUnclaimedGhost = ({ isGhost, claimedById }: Ghost): boolean => isGhost && claimedById === null

export function summaryOf(driver: Pick<HomeDriver, 'averageStar' | 'totalRides'> & Ghost): Summary {
	const isGhost = isUnclaimedGhost(driver)
	const { averageStar, totalRides } = driver
	if (totalRides === 0) return { stars: null, words: isGhost ? t('not on Backseat yet') : t('no rides rated yet') }
	// Translators: of a driver without an account, in a row: '4.5 ★ · 3 rides · not here yet'
	return { stars: averageStar, words: ridesInWords(totalRides) + (isGhost ? ` · ${t('not here yet')}` : '') }
}

export function ownSummaryOf(mine: Pick<HomeMe, 'averageStar' | 'totalRides'> | undefined): Summary {
	if (!mine) return { stars: null, words: '…' }
	if (mine.totalRides === 0) return { stars: null, words: t('Nobody has rated you yet.') }
	return { stars: mine.averageStar, words: ridesInWords(mine.totalRides) }
}

const COUNTED_TO = 999
/** Empty if the member has seen all. */
export function unseenInWords(mine: HomeMe | undefined): string {
	if (!mine || mine.unseen === 0) return ''
	// Translators: ratings, in a small sticker, at most 12 characters
	if (mine.unseen <= COUNTED_TO) return tn('# new', '# new', mine.unseen)
	// Translators: '999+ new': more than 999 ratings, in a small sticker
	return t('{count}+ new', { count: COUNTED_TO })
}

/** The popup for new ratings, which comes before any notice. */
export const isPopupDue = (member: Partial<SignedInUser> | null): boolean => member?.isLatestRatingsSeen === false

/** The space of the notice that the server has for this viewer. The browser may have one of its own. */
export function noticeSpaceOf({ notice }: Pick<Home, 'notice'>): 'none' | 'line' | 'steps' {
	if (notice?.kind === 'first-minute' && notice.left > 1) return 'steps'
	return notice ? 'line' : 'none'
}
