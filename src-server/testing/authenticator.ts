import { createHash } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts'
import type { NewPasskey, PasskeyAnswer } from '#contract/proofs.ts'
import { TEST_ORIGIN } from './test-app.ts'

/*
 * A phone with passkeys, in software: makes real keys and signs with them. The browser around it is in end-to-end tests.
 */

const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL] = [1, 4, 64]

type Key = { id: string; handle: string; rpId: string; privateKey: CryptoKey; count: number }
type Special = {
	origin?: string
	/** Whether the phone looks at a face or finger. */
	isVerified?: boolean
	/** What another phone, which has a copy of the key, has counted. */
	count?: number
}

export function authenticator() {
	const keys: Key[] = []

	const clientData = (type: string, challenge: string, origin: string) =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

	const authenticatorData = (rpId: string, flags: number, count: number, credential = Buffer.alloc(0)) => {
		const counted = Buffer.alloc(4)
		counted.writeUInt32BE(count)
		return Buffer.concat([sha256(rpId), Buffer.of(flags), counted, credential])
	}

	return {
		keys,

		async make(asked: unknown, { origin = TEST_ORIGIN, isVerified = true }: Special = {}): Promise<NewPasskey> {
			const { challenge, rp, user } = asked as PasskeyCreation
			const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
			const point = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))
			const id = crypto.getRandomValues(Buffer.alloc(16))
			// CBOR of { 1: 2, 3: -7, -1: 1, -2: x, -3: y }: a key of ES256 as COSE has it.
			const [beforeX, beforeY] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
			const cose = Buffer.concat([beforeX, point.subarray(1, 33), beforeY, point.subarray(33)])
			const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, cose])
			const flags = USER_PRESENT | HAS_CREDENTIAL | (isVerified ? USER_VERIFIED : 0)
			const data = authenticatorData(rp.id, flags, 0, credential)
			// CBOR of { fmt: 'none', attStmt: {}, authData: bytes }.
			const before = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
			keys.push({ id: base64url(id), handle: user.id, rpId: rp.id, privateKey: pair.privateKey, count: 0 })
			return {
				id: base64url(id),
				rawId: base64url(id),
				type: 'public-key',
				response: {
					clientDataJSON: base64url(clientData('webauthn.create', challenge, origin)),
					attestationObject: base64url(Buffer.concat([before, Buffer.of(data.length), data])),
					transports: ['internal'],
				},
				clientExtensionResults: {},
			}
		},

		/** With the passkey that was made last, unless told. */
		async use(
			asked: unknown,
			{ origin = TEST_ORIGIN, isVerified = true, count, key = keys.at(-1) }: Special & { key?: Key | undefined } = {},
		): Promise<PasskeyAnswer> {
			if (!key) throw new Error('There is no passkey on this phone')
			const { challenge } = asked as PasskeyRequest
			key.count = count ?? key.count + 1
			const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0)
			const data = authenticatorData(key.rpId, flags, key.count)
			const client = clientData('webauthn.get', challenge, origin)
			const signed = Buffer.concat([data, sha256(client)])
			const raw = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, signed))
			return {
				id: key.id,
				rawId: key.id,
				type: 'public-key',
				response: {
					clientDataJSON: base64url(client),
					authenticatorData: base64url(data),
					signature: base64url(asDer(raw)),
					userHandle: key.handle,
				},
				clientExtensionResults: {},
			}
		},
	}
}

/** WebCrypto writes a signature of ECDSA as two numbers, WebAuthn as DER. */
function asDer(raw: Buffer): Buffer {
	const integer = (bytes: Buffer) => {
		const first = bytes.findIndex((byte) => byte !== 0)
		const short = bytes.subarray(Math.max(0, first))
		const positive = (short[0] ?? 0) >= 128 ? Buffer.concat([Buffer.of(0), short]) : short
		return Buffer.concat([Buffer.of(2, positive.length), positive])
	}
	const both = Buffer.concat([integer(raw.subarray(0, 32)), integer(raw.subarray(32))])
	return Buffer.concat([Buffer.of(0x30, both.length), both])
}
