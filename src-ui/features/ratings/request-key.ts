import { BrowserKey } from '#contract/ratings.ts'
import { basePath } from '#ui/platform/api-client.ts'
import { remember, remembered } from '#ui/platform/storage.ts'

/** Not crypto.randomUUID: it is missing on plain http, which is what a home network has. */
function randomText(): string {
	const random = crypto.getRandomValues(new Uint8Array(16))
	return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** For the Idempotency-Key of a rating. */
export const newRequestKey = randomText

const BROWSER_KEY = `browserKey${basePath}`

/**
 * For the Browser-Key of guests' ratings: two tabs that rate at once end with one cookie, which has both. Asked for before
 * it is needed, since another tab may see a moment later what this one has kept.
 */
export function browserKey(): string {
	const known = remembered(localStorage, BROWSER_KEY, BrowserKey)
	if (known !== null) return known
	const made = randomText()
	remember(localStorage, BROWSER_KEY, made)
	return made
}
