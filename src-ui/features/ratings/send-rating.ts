import { unhideDriver } from '#contract/drivers.ts'
import { GUEST_ID } from '#contract/ids.ts'
import { type NewRating, type OwnRating, rateDriver } from '#contract/ratings.ts'
import { api, type SendOptions } from '#ui/platform/api-client.ts'
import { browserKey } from './request-key.ts'

/** A dead network does not say so; until here people have patience. */
export const PATIENCE_MS = 9000
export const noAnswerSignal = () => AbortSignal.timeout(PATIENCE_MS)

/** Sends a rating; whoever is a member takes the driver back onto their list first. */
export async function sendRating(rating: NewRating, key: string, options?: SendOptions): Promise<OwnRating> {
	const { driverId, raterId = GUEST_ID } = rating
	if (raterId !== GUEST_ID)
		await api
			.send(unhideDriver, { body: { userId: raterId, driverId } }, options)
			.catch((error: unknown) => console.warn('Could not unhide', error))
	// Sent without cookies it gets none, so it shares none.
	const isWithCookie = raterId === GUEST_ID && options?.credentials !== 'omit'
	const headers = { 'Idempotency-Key': key, ...(isWithCookie && { 'Browser-Key': browserKey() }) }
	return api.send(rateDriver, { body: rating, headers }, options)
}
