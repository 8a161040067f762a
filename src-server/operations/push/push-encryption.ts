/*
 * What push services want of a message, by hand over WebCrypto: encryption for the browser alone (RFC 8291, as the content
 * coding aes128gcm of RFC 8188) and a signed word on who sends it (VAPID, RFC 8292).
 */

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const
const POINT_BYTES = 65
const AUTH_BYTES = 16
/** One record holds all of a message. */
const RECORD_BYTES = 4096
/** Behind the text of the last record. */
const LAST = 2

type Bytes = Uint8Array<ArrayBuffer>

/** What a browser made for its subscription. */
export type BrowserKeys = { p256dh: Bytes; auth: Bytes }

/** Made anew for each message; a test has those of the RFC's example. */
export type Ephemeral = { keys: CryptoKeyPair; salt: Bytes }

const newEphemeral = async (): Promise<Ephemeral> => ({
	keys: (await crypto.subtle.generateKey(P256, true, ['deriveBits'])) as CryptoKeyPair,
	salt: crypto.getRandomValues(new Uint8Array(16)),
})

/** Whether these can be the keys of a browser: the point must lie on the curve. */
export async function areBrowserKeys({ p256dh, auth }: BrowserKeys): Promise<boolean> {
	if (p256dh.length !== POINT_BYTES || p256dh[0] !== 4 || auth.length !== AUTH_BYTES) return false
	try {
		await publicPoint(p256dh)
		return true
	} catch {
		return false
	}
}

/** The body of the request to the push service. With `padTo`, all texts up to so many bytes look alike. */
export async function encryptPush(
	text: Bytes,
	{ p256dh, auth }: BrowserKeys,
	{ padTo = 0, ephemeral }: { padTo?: number; ephemeral?: Ephemeral } = {},
): Promise<Bytes> {
	const { keys, salt } = ephemeral ?? (await newEphemeral())
	const ours = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey))
	const shared = await crypto.subtle.deriveBits(
		{ name: 'ECDH', public: await publicPoint(p256dh) },
		keys.privateKey,
		256,
	)
	const input = await derived(new Uint8Array(shared), auth, joined(ascii('WebPush: info\0'), p256dh, ours), 32)
	const key = await derived(input, salt, ascii('Content-Encoding: aes128gcm\0'), 16)
	const nonce = await derived(input, salt, ascii('Content-Encoding: nonce\0'), 12)
	const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
	const padding = new Uint8Array(Math.max(0, padTo - text.length))
	const record = joined(text, Uint8Array.of(LAST), padding)
	const encrypted = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, aes, record)
	const size = new Uint8Array(4)
	new DataView(size.buffer).setUint32(0, RECORD_BYTES)
	return joined(salt, size, Uint8Array.of(ours.length), ours, new Uint8Array(encrypted))
}

/** What the instance signs with: the private key as PKCS #8, the public one as a point. */
export type PushKey = { privateKey: Uint8Array; publicKey: Uint8Array }

/** Push services refuse what is good for longer than a day. */
const VAPID_SECONDS = 12 * 3600

/** The `Authorization` header: who sends to this push service, signed. `contact` is whom its operator may write to. */
export async function vapidHeader(
	{ privateKey, publicKey }: PushKey,
	{ endpoint, contact, now }: { endpoint: URL; contact: string; now: Date },
): Promise<string> {
	const key = await crypto.subtle.importKey(
		'pkcs8',
		new Uint8Array(privateKey),
		{ name: 'ECDSA', namedCurve: 'P-256' },
		false,
		['sign'],
	)
	const claims = { aud: endpoint.origin, exp: Math.floor(now.getTime() / 1000) + VAPID_SECONDS, sub: contact }
	const said = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => base64url(ascii(JSON.stringify(part)))).join('.')
	const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, ascii(said))
	return `vapid t=${said}.${base64url(new Uint8Array(signature))}, k=${base64url(publicKey)}`
}

const base64url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

const ascii = (text: string): Bytes => new TextEncoder().encode(text)

const publicPoint = (point: Bytes) => crypto.subtle.importKey('raw', point, P256, false, [])

/** HKDF with SHA-256 (RFC 5869). */
async function derived(from: Bytes, salt: Bytes, info: Bytes, bytes: number): Promise<Bytes> {
	const key = await crypto.subtle.importKey('raw', from, 'HKDF', false, ['deriveBits'])
	const how = { name: 'HKDF', hash: 'SHA-256', salt, info }
	return new Uint8Array(await crypto.subtle.deriveBits(how, key, bytes * 8))
}

function joined(...parts: Uint8Array[]): Bytes {
	const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
	let at = 0
	for (const part of parts) {
		all.set(part, at)
		at += part.length
	}
	return all
}
