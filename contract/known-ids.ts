// Apart from ids.ts, because every page of the browser app loads this file, and it must not load valibot (decision 28).

/** The rater of all guest ratings. Created by the first migration; cannot sign in; never shown. */
export const GUEST_ID: number = 1

/** The driver that every visitor may rate, username 'demo'. Created by the first migration; cannot sign in. */
export const DEMO_DRIVER_ID: number = 2

/** As the schemas of ids, for files that must not load valibot. */
export const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1

/** Null for other text, so that the caller can respond 'not found'. */
export function idFromText(text: string): number | null {
	if (!/^[1-9]\d{0,15}$/.test(text)) return null
	const id = Number(text)
	return Number.isSafeInteger(id) ? id : null
}

/** A browser's id in analytics. */
export const DEVICE_ID_START = 'device_'
export const DEVICE_ID_UNITS_MAX = 36
