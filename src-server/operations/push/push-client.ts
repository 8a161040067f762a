import type { PushMessage } from '#contract/news.ts'
import { OutboundRefused, outbound } from '#server/outbound/outbound.ts'
import { type BrowserKeys, encryptPush, type PushKey, vapidHeader } from './push-encryption.ts'
import { pushEndpoint } from './push-endpoints.ts'

/** Pads all messages to one length, so that their size reveals nothing. */
export const MESSAGE_BYTES = 128

/**
 * `taken`: the push service accepted the message, but does not report delivery. `gone`: the subscription has ended. `later`:
 * retry, after the given time if there is one. `failed`: do not retry.
 */
export type PushOutcome =
	| { kind: 'taken' | 'gone' | 'failed' | 'too large' }
	| { kind: 'later'; afterMs: number | null }

export type PushTo = BrowserKeys & { endpoint: string }
export type PushBy = { key: PushKey; contact: string; moreHosts: readonly string[]; now: Date; signal: AbortSignal }
export type Post = (
	url: URL,
	request: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> },
	options: { signal: AbortSignal },
) => Promise<{ status: number; retryAfter: string | null }>

const postToService: Post = async (url, { headers, body }, { signal }) => {
	const answer = await outbound('push', url, { method: 'POST', headers, body, signal })
	return { status: answer.status, retryAfter: answer.headers.get('retry-after') }
}

/** Longest wait accepted from a push service's Retry-After header. */
const RETRY_AFTER_MAX_MS = 3_600_000

/** Sends one message to one browser. Never throws or logs the error, which may contain the endpoint. */
export async function sendPush(
	message: PushMessage,
	to: PushTo,
	{ key, contact, moreHosts, now, signal }: PushBy,
	post: Post = postToService,
): Promise<PushOutcome> {
	const url = pushEndpoint(to.endpoint, moreHosts)
	if (!url) return { kind: 'failed' }
	try {
		const text = new TextEncoder().encode(JSON.stringify(message))
		const headers = {
			Authorization: await vapidHeader(key, { endpoint: url, contact, now }),
			'Content-Encoding': 'aes128gcm',
			'Content-Type': 'application/octet-stream',
			TTL: '86400',
			Urgency: 'low',
			Topic: 'ratings',
		}
		const body = await encryptPush(text, to, { padTo: MESSAGE_BYTES })
		const { status, retryAfter } = await post(url, { headers, body }, { signal })
		return outcomeOf(status, retryAfter, now)
	} catch (error) {
		return error instanceof OutboundRefused ? { kind: 'failed' } : { kind: 'later', afterMs: null }
	}
}

function outcomeOf(status: number, retryAfter: string | null, now: Date): PushOutcome {
	if (status >= 200 && status < 300) return { kind: 'taken' }
	if (status === 404 || status === 410) return { kind: 'gone' }
	if (status === 413) return { kind: 'too large' }
	if (status !== 429 && status < 500) return { kind: 'failed' }
	const afterMs = retryAfter === null ? null : waitOf(retryAfter, now)
	return afterMs !== null && afterMs > RETRY_AFTER_MAX_MS ? { kind: 'failed' } : { kind: 'later', afterMs }
}

function waitOf(retryAfter: string, now: Date): number | null {
	const ms = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - now.getTime()
	return Number.isNaN(ms) ? null : Math.max(0, ms)
}
