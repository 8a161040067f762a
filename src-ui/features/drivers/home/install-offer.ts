import * as v from 'valibot'
import { remember, remembered } from '#ui/platform/storage.ts'

const VISITS_KEY = 'visits'
const COUNTED_KEY = 'visitCounted'
const ANSWERED_KEY = 'installAnswered'

/** Whoever comes a third time may want to come back more easily. */
const VISITS_BEFORE = 3

const Visits = v.pipe(v.number(), v.integer(), v.minValue(0))

/** How often this browser was here: once for each time that a tab or a window was opened and home was seen in it. */
function countVisit(): number {
	const before = remembered(localStorage, VISITS_KEY, Visits) ?? 0
	if (remembered(sessionStorage, COUNTED_KEY, v.literal(true))) return before
	remember(sessionStorage, COUNTED_KEY, true)
	// Nobody is interested in how often beyond that.
	const visits = Math.min(before + 1, VISITS_BEFORE)
	if (visits !== before) remember(localStorage, VISITS_KEY, visits)
	return visits
}

/** Said yes or no to: never to be offered again. */
export const answerInstallOffer = () => remember(localStorage, ANSWERED_KEY, true)

/** Where storage is refused nothing is offered: the answer could not be kept. */
export function isInstallOffered(): boolean {
	try {
		const isAnswered = remembered(localStorage, ANSWERED_KEY, v.literal(true)) !== null
		return countVisit() >= VISITS_BEFORE && !isAnswered && !isInstalled()
	} catch {
		return false
	}
}

/** Opened from the home screen. */
function isInstalled(): boolean {
	const isStandaloneOnIos = 'standalone' in navigator && navigator.standalone === true
	return isStandaloneOnIos || matchMedia('(display-mode: standalone)').matches
}

/** Safari and what is built on it; an app that shows pages in passing has no 'Add to Home Screen'. */
export function isIosBrowser({
	userAgent,
	maxTouchPoints,
}: Pick<Navigator, 'userAgent' | 'maxTouchPoints'> = navigator) {
	// An iPad says that it is a Mac.
	const isIos = /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1)
	return isIos && userAgent.includes('Safari/')
}
