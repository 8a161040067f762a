let aheadMs = 0

/** The time by the server's clock, as of its latest answer: the clocks of phones can be days off. */
export const serverNow = () => Date.now() - aheadMs

/** `date`: of the header of an answer. */
export function noteServerTime(date: string | null) {
	const at = Date.parse(date ?? '')
	if (at) aheadMs = Date.now() - at
}
