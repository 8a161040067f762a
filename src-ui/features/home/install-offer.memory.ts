import { isInstalled, isIosBrowser } from '#ui/platform/home-screen.ts'
import { installPrompt } from '#ui/platform/install-prompt.ts'
import { remember, storedValue } from '#ui/platform/storage.ts'

const VISITS_KEY = 'visits'
const COUNTED_KEY = 'visitCounted'
const ANSWERED_KEY = 'installAnswered'

const VISITS_BEFORE = 3

export function countVisit(): number {
	const kept = storedValue('localStorage', VISITS_KEY)
	const before = typeof kept === 'number' && kept > 0 ? Math.floor(kept) : 0
	if (storedValue('sessionStorage', COUNTED_KEY) === true) return before
	remember('sessionStorage', COUNTED_KEY, true)
	const visits = Math.min(before + 1, VISITS_BEFORE)
	if (visits !== before) remember('localStorage', VISITS_KEY, visits)
	return visits
}

/** False if the browser cannot store the answer. */
export function isInstallOffered(): boolean {
	const isAnswered = storedValue('localStorage', ANSWERED_KEY) === true
	const isKept = () => remember('localStorage', VISITS_KEY, VISITS_BEFORE)
	const isPossible = installPrompt.offered() !== null || isIosBrowser()
	return countVisit() >= VISITS_BEFORE && isPossible && !isAnswered && !isInstalled() && isKept()
}

export const noteInstallAnswered = () => remember('localStorage', ANSWERED_KEY, true)
