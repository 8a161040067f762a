import * as v from 'valibot'
import { DeviceId, UserId } from '#contract/ids.ts'
import { basePath } from './api-client.ts'

/** What the browser remembers of the signed-in user: enough to show a name at once, nothing secret. */
export const RememberedUser = v.object({
	id: UserId,
	username: v.string(),
	display_name: v.nullable(v.string()),
	avatarId: v.number(),
})
export type RememberedUser = v.InferOutput<typeof RememberedUser>

export const CURRENT_USER_KEY = 'currentUser'
const RECEIPT_PUT_AWAY_KEY = 'receiptPutAway'
const DEVICE_ID_KEY = 'deviceId'

type StorageName = 'localStorage' | 'sessionStorage'

/** What the browser refused to store, because site data are blocked or storage is full: it lasts until the page is closed. */
const unstored = new Map<string, string>()
/** As in a page that was just opened. */
export const forgetUnstored = () => unstored.clear()

/** Everything reads storage by this function, and writes it by the next: naming it throws where site data are blocked. */
export function storedText(storage: StorageName, key: string): string | null {
	try {
		return unstored.get(key) ?? window[storage].getItem(key)
	} catch {
		return null
	}
}

/** Null removes it. Answers whether the browser has stored it. */
export function storeText(storage: StorageName, key: string, text: string | null): boolean {
	unstored.delete(key)
	try {
		if (text === null) window[storage].removeItem(key)
		else window[storage].setItem(key, text)
		return true
	} catch {
		if (text !== null) unstored.set(key, text)
		return false
	}
}

/** A remembered value, or null when there is none or a person wrote nonsense there. */
export function remembered<Schema extends v.GenericSchema<unknown, unknown>>(
	storage: StorageName,
	key: string,
	schema: Schema,
): v.InferOutput<Schema> | null {
	try {
		const result = v.safeParse(schema, JSON.parse(storedText(storage, key) ?? 'null'))
		return result.success ? result.output : null
	} catch {
		return null
	}
}

/** Null forgets. Answers whether the browser has stored it; the app works without. */
export const remember = (storage: StorageName, key: string, value: unknown) =>
	storeText(storage, key, value === null ? null : JSON.stringify(value))

export const rememberedUser = () => remembered('localStorage', CURRENT_USER_KEY, RememberedUser)

export function rememberUser(user: RememberedUser | null) {
	const kept = user && {
		id: user.id,
		username: user.username,
		display_name: user.display_name,
		avatarId: user.avatarId,
	}
	remember('localStorage', CURRENT_USER_KEY, kept)
	if (kept) remember('localStorage', ACCOUNT_KNOWN_KEY, true)
}

const ACCOUNT_KNOWN_KEY = 'accountKnown'

/** Whether a member has logged in here before, or still is; logging out does not forget it. */
export const isAccountKnown = () =>
	rememberedUser() !== null || remembered('localStorage', ACCOUNT_KNOWN_KEY, v.literal(true)) !== null

/** The month of which home need not say again that it is printed. */
export const receiptPutAway = () => remembered('localStorage', RECEIPT_PUT_AWAY_KEY, v.string())
export const putReceiptAway = (month: string) => remember('localStorage', RECEIPT_PUT_AWAY_KEY, month)

/** Where kept-trips.ts keeps road trips. Two instances may live below one origin. */
export const KEPT_TRIPS_KEY = `trips${basePath}`
export const hasKeptTrips = () => storedText('localStorage', KEPT_TRIPS_KEY) !== null

/** This browser's name in analytics: 'device_', a random string and a timestamp; 31 characters, at most 36 allowed. */
export function deviceId(): string {
	const known = storedText('localStorage', DEVICE_ID_KEY)
	// One that the server refuses would be refused with every batch.
	if (v.is(DeviceId, known)) return known
	const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('')
	const made = `device_${random}_${Date.now()}`
	storeText('localStorage', DEVICE_ID_KEY, made)
	return made
}
