import * as v from 'valibot'
import { unhideDriver } from '#contract/drivers.ts'
import { verdictOf } from '#contract/impressions.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import { BrowserKey, type Delivery, type NewRating, type OwnRating, rateDriver } from '#contract/ratings.ts'
import { rateOnTrip } from '#contract/trips.ts'
import { api, basePath, type SendOptions } from '#ui/platform/api-client.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { remember } from '#ui/platform/storage.ts'

/** crypto.randomUUID needs a secure context; home networks often use plain http. */
function randomText(): string {
	const random = crypto.getRandomValues(new Uint8Array(16))
	return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const newRequestKey = randomText

const BROWSER_KEY = `browserKey${basePath}`

/**
 * Browser-Key of guests' ratings: two tabs that rate at the same time end up with one guest cookie. Call it before it
 * is needed, since other tabs see the stored key with a delay.
 */
export function browserKey(): string {
	const known = remembered('localStorage', BROWSER_KEY, BrowserKey)
	if (known !== null) return known
	const made = randomText()
	remember('localStorage', BROWSER_KEY, made)
	return made
}

/** A dead network may give no error, so stop waiting after this long. */
export const PATIENCE_MS = 9000
export const noAnswerSignal = () => AbortSignal.timeout(PATIENCE_MS)

/** Delivery for a rating on a road trip: it is published when the trip is opened. */
export const OnTrip = v.object({ trip: v.string() })

export type RatingToSend = Omit<NewRating, 'delivery'> & {
	delivery?: Delivery | v.InferOutput<typeof OnTrip> | undefined
}

export const tripOf = ({ delivery }: Pick<RatingToSend, 'delivery'>): string | null =>
	typeof delivery === 'object' ? delivery.trip : null

/** Sends the rating. For a member, first unhides the driver on their home list. */
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
	// A request without cookies cannot share one, so it gets no Browser-Key.
	const isWithCookie = raterId === GUEST_ID && options?.credentials !== 'omit'
	const headers = { 'Idempotency-Key': key, ...(isWithCookie && { 'Browser-Key': browserKey() }) }
	return api.send(rateDriver, { body: rating, headers }, options)
}
