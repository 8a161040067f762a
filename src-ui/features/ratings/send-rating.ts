import * as v from 'valibot'
import { unhideDriver } from '#contract/drivers.ts'
import { GUEST_ID } from '#contract/ids.ts'
import { verdictOf } from '#contract/impressions.ts'
import { BrowserKey, type Delivery, type NewRating, type OwnRating, rateDriver } from '#contract/ratings.ts'
import { rateOnTrip } from '#contract/trips.ts'
import { api, basePath, type SendOptions } from '#ui/platform/api-client.ts'
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
	const known = remembered('localStorage', BROWSER_KEY, BrowserKey)
	if (known !== null) return known
	const made = randomText()
	remember('localStorage', BROWSER_KEY, made)
	return made
}

/** A dead network does not say so; until here people have patience. */
export const PATIENCE_MS = 9000
export const noAnswerSignal = () => AbortSignal.timeout(PATIENCE_MS)

/** When others learn of a rating that is given on a road trip: as the trip is opened. */
export const OnTrip = v.object({ trip: v.string() })

/** A rating, or what is said on a trip. */
export type RatingToSend = Omit<NewRating, 'delivery'> & {
	delivery?: Delivery | v.InferOutput<typeof OnTrip> | undefined
}

/** The token of the trip on which it is given, or null. */
export const tripOf = ({ delivery }: Pick<RatingToSend, 'delivery'>): string | null =>
	typeof delivery === 'object' ? delivery.trip : null

/** Sends a rating; a member takes the driver back onto their list first. */
export async function sendRating(
	{ delivery, ...said }: RatingToSend,
	key: string,
	options?: SendOptions,
): Promise<OwnRating> {
	const { driverId, raterId = GUEST_ID } = said
	if (typeof delivery === 'object') {
		const params = { token: delivery.trip, driverId }
		return api.send(rateOnTrip, { params, body: { raterId, ...verdictOf(said) } }, options)
	}
	const rating = { ...said, ...(delivery && { delivery }) }
	if (raterId !== GUEST_ID)
		await api
			.send(unhideDriver, { body: { userId: raterId, driverId } }, options)
			.catch((error: unknown) => console.warn('Could not unhide', error))
	// Sent without cookies it gets none, so it shares none.
	const isWithCookie = raterId === GUEST_ID && options?.credentials !== 'omit'
	const headers = { 'Idempotency-Key': key, ...(isWithCookie && { 'Browser-Key': browserKey() }) }
	return api.send(rateDriver, { body: rating, headers }, options)
}
