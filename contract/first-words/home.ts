import type { SignedInUser } from '#contract/accounts.ts'
import type { Home, HomeDriver, HomeMe } from '#contract/home.ts'

export const TITLE = 'Who are you rating today?'
export const YOU_RATED = 'You rated'
export const YOUR_PROFILE = 'Your profile: '
export const MY_VERDICTS = 'My verdicts'
export const ADD_DRIVER = '+ Add Driver'
export const ROAD_TRIP = 'Road trip'
export const LOG_IN_TO_ADD = 'Login to Add Driver'
export const LOG_IN_TO_SAVE = "Don't let your ratings disappear into traffic. Log in to save your ratings."

export const nobodyInWords = (isVisitor: boolean): string =>
	isVisitor ? 'No drivers found' : 'No drivers yet. Add one to get started!'

/** Fewer cards than this would look lost on a wide screen. */
const CARDS_FROM = 3
export const isGrid = ({ drivers, rated = [] }: Home): boolean => Math.max(drivers.length, rated.length) >= CARDS_FROM

const SEARCHED_FROM = 8
export const isSearched = ({ drivers }: Home): boolean => drivers.length >= SEARCHED_FROM

/** `words` follow the stars, or stand alone if `stars` is null. */
export type Summary = { stars: number | null; words: string }

const ridesInWords = (rides: number) => ` · ${rides} ${rides === 1 ? 'ride' : 'rides'}`

type Ghost = Pick<HomeDriver, 'isGhost' | 'claimedById'>
export const isUnclaimedGhost = ({ isGhost, claimedById }: Ghost): boolean => isGhost && claimedById === null

export function summaryOf(driver: Pick<HomeDriver, 'averageStar' | 'totalRides'> & Ghost): Summary {
	const isGhost = isUnclaimedGhost(driver)
	const { averageStar, totalRides } = driver
	if (totalRides === 0) return { stars: null, words: isGhost ? 'not on Backseat yet' : 'no rides rated yet' }
	return { stars: averageStar, words: ridesInWords(totalRides) + (isGhost ? ' · not here yet' : '') }
}

export function ownSummaryOf(mine: Pick<HomeMe, 'averageStar' | 'totalRides'> | undefined): Summary {
	if (!mine) return { stars: null, words: '…' }
	if (mine.totalRides === 0) return { stars: null, words: 'Nobody has rated you yet.' }
	return { stars: mine.averageStar, words: ridesInWords(mine.totalRides) }
}

const COUNTED_TO = 999
/** Empty if the member has seen all. */
export const unseenInWords = (mine: HomeMe | undefined): string =>
	mine && mine.unseen > 0 ? `${mine.unseen > COUNTED_TO ? `${COUNTED_TO}+` : mine.unseen} new` : ''

/** The popup for new ratings, which comes before any notice. */
export const isPopupDue = (member: Partial<SignedInUser> | null): boolean => member?.isLatestRatingsSeen === false

/** The space of the notice that the server has for this viewer. The browser may have one of its own. */
export function noticeSpaceOf({ notice }: Pick<Home, 'notice'>): 'none' | 'line' | 'steps' {
	if (notice?.kind === 'first-minute' && notice.left > 1) return 'steps'
	return notice ? 'line' : 'none'
}
