import * as v from 'valibot'
import { isInstalled, isIosBrowser } from '#ui/platform/home-screen.ts'
import { installPrompt } from '#ui/platform/install-prompt.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

const VISITS_KEY = 'visits'
const COUNTED_KEY = 'visitCounted'
const ANSWERED_KEY = 'installAnswered'

const VISITS_BEFORE = 3

const Visits = v.pipe(v.number(), v.integer(), v.minValue(0))

export function countVisit(): number {
	const before = remembered('localStorage', VISITS_KEY, Visits) ?? 0
	if (remembered('sessionStorage', COUNTED_KEY, v.literal(true))) return before
	remember('sessionStorage', COUNTED_KEY, true)
	const visits = Math.min(before + 1, VISITS_BEFORE)
	if (visits !== before) remember('localStorage', VISITS_KEY, visits)
	return visits
}

/** False if the browser cannot store the answer. */
export function isInstallOffered(): boolean {
	const isAnswered = remembered('localStorage', ANSWERED_KEY, v.literal(true)) !== null
	const isKept = () => remember('localStorage', VISITS_KEY, VISITS_BEFORE)
	const isPossible = installPrompt.offered() !== null || isIosBrowser()
	return countVisit() >= VISITS_BEFORE && isPossible && !isAnswered && !isInstalled() && isKept()
}

export const noteInstallAnswered = () => remember('localStorage', ANSWERED_KEY, true)
