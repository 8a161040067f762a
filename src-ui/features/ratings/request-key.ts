/** For the Idempotency-Key of a rating. Not crypto.randomUUID: it is missing on plain http, which is what a home network has. */
export function newRequestKey(): string {
	const random = crypto.getRandomValues(new Uint8Array(16))
	return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
