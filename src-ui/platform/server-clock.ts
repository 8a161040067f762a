let aheadMs = 0

/** The server's time, estimated from its latest response: phones' clocks can be days off. */
export const serverNow = () => Date.now() - aheadMs

/** `date` is a response's Date header. */
export function noteServerTime(date: string | null) {
	const at = Date.parse(date ?? '')
	if (at) aheadMs = Date.now() - at
}
