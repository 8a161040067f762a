/*
 * Web Push over WebCrypto, without a library: message encryption (RFC 8291, in the aes128gcm coding of RFC 8188) and the
 * sender's signed token (VAPID, RFC 8292).
 */

const P256 = { name: 'ECDH', namedCurve: 'P-256' } as const
const POINT_BYTES = 65
const AUTH_BYTES = 16
const RECORD_BYTES = 4096
/** Delimiter of the last record (RFC 8188, section 2). */
const LAST = 2

type Bytes = Uint8Array<ArrayBuffer>

export type BrowserKeys = { p256dh: Bytes; auth: Bytes }

export type Ephemeral = { keys: CryptoKeyPair; salt: Bytes }

const newEphemeral = async (): Promise<Ephemeral> => ({
	keys: (await crypto.subtle.generateKey(P256, true, ['deriveBits'])) as CryptoKeyPair,
	salt: crypto.getRandomValues(new Uint8Array(16)),
})

export async function areBrowserKeys({ p256dh, auth }: BrowserKeys): Promise<boolean> {
	if (p256dh.length !== POINT_BYTES || p256dh[0] !== 4 || auth.length !== AUTH_BYTES) return false
	try {
		await publicPoint(p256dh)
		return true
	} catch {
		return false
	}
}

/** The request body for the push service. `padTo` pads the text to that many bytes. */
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

/** VAPID key pair: the private key as PKCS #8, the public key as an uncompressed point. */
export type PushKey = { privateKey: Uint8Array; publicKey: Uint8Array }

/** Push services refuse tokens valid for longer than a day. */
const VAPID_SECONDS = 12 * 3600

/** The `Authorization` header for VAPID. `contact` is the address at which a push service can reach the operator. */
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
	const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => base64url(ascii(JSON.stringify(part)))).join('.')
	const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, ascii(signed))
	return `vapid t=${signed}.${base64url(new Uint8Array(signature))}, k=${base64url(publicKey)}`
}

const base64url = (bytes: Uint8Array): string => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

const ascii = (text: string): Bytes => new TextEncoder().encode(text)

const publicPoint = (point: Bytes) => crypto.subtle.importKey('raw', point, P256, false, [])

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
