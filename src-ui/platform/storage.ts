import { DEVICE_ID_START, DEVICE_ID_UNITS_MAX, isId } from '#contract/known-ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { basePath } from './api-client.ts'

// Every page loads this file, so it checks by hand what remembered.ts checks by a schema (decision 28).

/** Enough to show the member's name at once; contains no secrets. */
export type RememberedUser = Pick<PublicUser, 'id' | 'username' | 'display_name' | 'avatarId'>

export const CURRENT_USER_KEY = 'currentUser'
const DEVICE_ID_KEY = 'deviceId'

export type StorageName = 'localStorage' | 'sessionStorage'

/** Values that the browser refused to store (site data blocked or storage full), kept until the page closes. */
const unstored = new Map<string, string>()
/** Simulates a new page. */
export const forgetUnstored = () => unstored.clear()

/**
 * All reads go through this function and all writes through the next: merely accessing `localStorage` throws if site
 * data is blocked.
 */
export function storedText(storage: StorageName, key: string): string | null {
	try {
		return unstored.get(key) ?? window[storage].getItem(key)
	} catch {
		return null
	}
}

/** Null removes it. Returns false if the browser could not store it. */
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

/** Null if missing or no JSON. Not checked otherwise: anything may have written it. */
export function storedValue(storage: StorageName, key: string): unknown {
	try {
		return JSON.parse(storedText(storage, key) ?? 'null')
	} catch {
		return null
	}
}

/** Null removes it. Returns false if the browser could not store it; the app works without. */
export const remember = (storage: StorageName, key: string, value: unknown) =>
	storeText(storage, key, value === null ? null : JSON.stringify(value))

export function rememberedUser(): RememberedUser | null {
	const { id, username, display_name, avatarId } = Object(storedValue('localStorage', CURRENT_USER_KEY))
	const isUser =
		isId(id) &&
		typeof username === 'string' &&
		(display_name === null || typeof display_name === 'string') &&
		typeof avatarId === 'number'
	return isUser ? { id, username, display_name, avatarId } : null
}

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

/** True if a member has ever logged in here; a log-out does not reset it. */
export const isAccountKnown = () => rememberedUser() !== null || storedValue('localStorage', ACCOUNT_KNOWN_KEY) === true

/** The space of a notice and the width of a grid of cards, which home reserves until its data has arrived. */
export type HomeShape = { space: (typeof NOTICE_SPACES)[number]; isGrid: boolean }
const NOTICE_SPACES = ['none', 'line', 'steps'] as const
const HOME_SHAPE_KEY = `homeShape${basePath}`

/** As home was last seen here, or is expected after a log-in. */
export function homeShape(): HomeShape {
	const { space, isGrid } = Object(storedValue('localStorage', HOME_SHAPE_KEY))
	return { space: NOTICE_SPACES.find((one) => one === space) ?? 'none', isGrid: isGrid === true }
}

export function noteHomeShape(change: Partial<HomeShape>) {
	const before = homeShape()
	const shape = { ...before, ...change }
	if (shape.space !== before.space || shape.isGrid !== before.isGrid) remember('localStorage', HOME_SHAPE_KEY, shape)
}

/** Used by trips.memory.ts. One origin can host two instances. */
export const KEPT_TRIPS_KEY = `trips${basePath}`

/** Analytics ID of this browser: 'device_', a random string and a timestamp; 31 of at most 36 characters. */
export function deviceId(): string {
	const known = storedText('localStorage', DEVICE_ID_KEY)
	// An ID that the server rejects would fail every batch.
	if (known?.startsWith(DEVICE_ID_START) && known.length <= DEVICE_ID_UNITS_MAX) return known
	const random = Array.from(crypto.getRandomValues(new Uint8Array(10)), (byte) => (byte % 36).toString(36)).join('')
	const made = `${DEVICE_ID_START}${random}_${Date.now()}`
	storeText('localStorage', DEVICE_ID_KEY, made)
	return made
}
