import { BEAT_MS, BEATS_AFTER, BEATS_BEFORE, type TripShow } from '#contract/trips.ts'

export type ShowPosition = {
	/** Index of the driver. */
	driver: number
	stage: 'arrival' | 'slips' | 'result'
	/** Number of this driver's slips that are torn open. */
	torn: number
	/** Time until the next beat. */
	leftMs: number
}

/** The position of the show this long after its start, the same on every phone in the car; null once it is over. */
export function positionAt({ drivers }: Pick<TripShow, 'drivers'>, elapsedMs: number): ShowPosition | null {
	const beat = Math.max(0, Math.floor(elapsedMs / BEAT_MS))
	const leftMs = (beat + 1) * BEAT_MS - elapsedMs
	let ofDriver = beat
	for (const [driver, { slips }] of drivers.entries()) {
		const lastSlip = BEATS_BEFORE + slips.length
		if (ofDriver < BEATS_BEFORE) return { driver, stage: 'arrival', torn: 0, leftMs }
		if (ofDriver < lastSlip) return { driver, stage: 'slips', torn: ofDriver - BEATS_BEFORE + 1, leftMs }
		if (ofDriver < lastSlip + BEATS_AFTER) return { driver, stage: 'result', torn: slips.length, leftMs }
		ofDriver -= lastSlip + BEATS_AFTER
	}
	return null
}

/** Whole seconds until the opening, 0 from then on. */
export const secondsUntil = (opensAt: string, now: number): number =>
	Math.max(0, Math.ceil((Date.parse(opensAt) - now) / 1000))
