import { serverNow } from '#ui/platform/server-clock.ts'

/** The server's time in an answer, and this phone's when it asked and when the answer arrived. */
export type ClockSample = { now: number; sentAt: number; receivedAt: number }

/** How far this phone's clock is ahead of the server's, and how wrong that may be. */
type Offset = { aheadMs: number; withinMs: number }

/** The first answer may have come with the page, and be seconds old. */
const FIRST_WITHIN_MS = 2500

/** The server read its clock at some time between question and answer: most likely in the middle. */
export function offsetOf({ now, sentAt, receivedAt }: ClockSample): Offset {
	return { aheadMs: (sentAt + receivedAt) / 2 - now, withinMs: (receivedAt - sentAt) / 2 }
}

/** The more exact one. If they contradict each other, this phone's clock was set in between, and the next one holds. */
export function betterOffset(kept: Offset, next: Offset): Offset {
	if (next.withinMs <= kept.withinMs) return next
	return Math.abs(kept.aheadMs - next.aheadMs) > kept.withinMs + next.withinMs ? next : kept
}

let offset: Offset | null = null

export function noteTripTime({ now, ...times }: Omit<ClockSample, 'now'> & { now: string }) {
	const next = offsetOf({ now: Date.parse(now), ...times })
	offset = offset ? betterOffset(offset, next) : { ...next, withinMs: FIRST_WITHIN_MS }
}

/** The server's time in ms, which phones in one car share. */
export const tripNow = (): number => (offset ? Date.now() - offset.aheadMs : serverNow())

export const isTripTimeRough = (): boolean => offset === null || offset.withinMs >= FIRST_WITHIN_MS
