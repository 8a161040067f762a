import { createHash } from 'node:crypto'
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts'
import type { NewPasskey, PasskeyAnswer } from '#contract/proofs.ts'
import { type Cbor, cbor } from './cbor.ts'
import { TEST_ORIGIN } from './test-app.ts'

/*
 * A phone with passkeys, in software: it makes real keys and signs with them. End-to-end tests cover the browser's
 * part.
 */

const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const [USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL, HAS_EXTENSIONS] = [1, 4, 64, 128]
const SYNCED = 8 | 16

/** The algorithms by their COSE numbers. */
export const [EDDSA, ES256, RS256] = [-8, -7, -257]

type Key = {
	id: string
	handle: string
	rpId: string
	algorithm: number
	privateKey: CryptoKey
	count: number
}
type Special = {
	origin?: string
	/** False if the phone does not check a face or finger. */
	isVerified?: boolean
	isSynced?: boolean
	/** The counter of another phone that has a copy of the key. */
	count?: number
	/** Fields that replace or complement the browser's type, challenge and origin. */
	clientData?: Record<string, unknown>
	extensions?: Cbor
}

/** The input of a manufacturer's attestation statement for a new passkey. */
export type Attested = {
	authData: Buffer
	clientDataHash: Buffer
	keys: CryptoKeyPair
	sign(data: Uint8Array): Promise<Buffer>
}
export type Attestation = { fmt: string; attStmt: Map<string, Cbor> }
type SpecialMaking = Special & {
	algorithm?: number
	attest?: (made: Attested) => Promise<Attestation> | Attestation
	cose?: Map<number, Cbor>
	credentialId?: Buffer
}

const NO_ATTESTATION: Attestation = { fmt: 'none', attStmt: new Map() }

export function authenticator() {
	const keys: Key[] = []

	const clientDataFor = (type: string, challenge: string, { origin = TEST_ORIGIN, clientData }: Special) =>
		Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...clientData }))

	const authenticatorData = (
		rpId: string,
		count: number,
		{ isVerified = true, isSynced = false, extensions }: Special,
		credential = Buffer.alloc(0),
	) => {
		const counted = Buffer.alloc(4)
		counted.writeUInt32BE(count)
		const flags =
			USER_PRESENT |
			(isVerified ? USER_VERIFIED : 0) |
			(isSynced ? SYNCED : 0) |
			(credential.length > 0 ? HAS_CREDENTIAL : 0) |
			(extensions === undefined ? 0 : HAS_EXTENSIONS)
		const extended = extensions === undefined ? Buffer.alloc(0) : cbor(extensions)
		return Buffer.concat([sha256(rpId), Buffer.of(flags), counted, credential, extended])
	}

	return {
		keys,

		async make(asked: unknown, special: SpecialMaking = {}): Promise<NewPasskey> {
			const { algorithm = ES256, attest = () => NO_ATTESTATION, credentialId } = special
			const { challenge, rp, user } = asked as PasskeyCreation
			const pair = await newKeys(algorithm)
			const id = credentialId ?? crypto.getRandomValues(Buffer.alloc(16))
			const cose = cbor(special.cose ?? (await coseOf(pair, algorithm)))
			const credential = Buffer.concat([Buffer.alloc(16), Buffer.of(id.length >> 8, id.length & 255), id, cose])
			const authData = authenticatorData(rp.id, special.count ?? 0, special, credential)
			const client = clientDataFor('webauthn.create', challenge, special)
			const sign = (data: Uint8Array) => signature({ algorithm, privateKey: pair.privateKey }, data)
			const { fmt, attStmt } = await attest({ authData, clientDataHash: sha256(client), keys: pair, sign })
			keys.push({ id: base64url(id), handle: user.id, rpId: rp.id, algorithm, privateKey: pair.privateKey, count: 0 })
			const attested = new Map<string, Cbor>([
				['fmt', fmt],
				['attStmt', attStmt],
				['authData', authData],
			])
			return {
				id: base64url(id),
				rawId: base64url(id),
				type: 'public-key',
				response: {
					clientDataJSON: base64url(client),
					attestationObject: base64url(cbor(attested)),
					transports: ['internal'],
				},
			}
		},

		/** Uses the passkey that was made last, unless one is given. */
		async use(
			asked: unknown,
			{ count, key = keys.at(-1), ...special }: Special & { key?: Key | undefined } = {},
		): Promise<PasskeyAnswer> {
			if (!key) throw new Error('There is no passkey on this phone')
			const { challenge } = asked as PasskeyRequest
			key.count = count ?? key.count + 1
			const data = authenticatorData(key.rpId, key.count, special)
			const client = clientDataFor('webauthn.get', challenge, special)
			return {
				id: key.id,
				rawId: key.id,
				type: 'public-key',
				response: {
					clientDataJSON: base64url(client),
					authenticatorData: base64url(data),
					signature: base64url(await signature(key, Buffer.concat([data, sha256(client)]))),
					userHandle: key.handle,
				},
			}
		},
	}
}

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }

async function newKeys(algorithm: number): Promise<CryptoKeyPair> {
	const { subtle } = crypto
	if (algorithm === EDDSA) return (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
	if (algorithm === RS256) {
		const size = { modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) }
		return subtle.generateKey({ ...RSA, ...size }, true, ['sign', 'verify'])
	}
	return subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
}

async function coseOf({ publicKey }: CryptoKeyPair, algorithm: number): Promise<Map<number, Cbor>> {
	const jwk = await crypto.subtle.exportKey('jwk', publicKey)
	const bytes = (text = '') => Buffer.from(text, 'base64url')
	const type: [number, Cbor] = [3, algorithm]
	if (algorithm === EDDSA) return new Map<number, Cbor>([[1, 1], type, [-1, 6], [-2, bytes(jwk.x)]])
	if (algorithm === RS256) return new Map<number, Cbor>([[1, 3], type, [-1, bytes(jwk.n)], [-2, bytes(jwk.e)]])
	return new Map<number, Cbor>([[1, 2], type, [-1, 1], [-2, bytes(jwk.x)], [-3, bytes(jwk.y)]])
}

async function signature(
	{ algorithm, privateKey }: Pick<Key, 'algorithm' | 'privateKey'>,
	data: Uint8Array,
): Promise<Buffer> {
	const how = algorithm === EDDSA ? 'Ed25519' : algorithm === RS256 ? RSA : { name: 'ECDSA', hash: 'SHA-256' }
	const raw = Buffer.from(await crypto.subtle.sign(how, privateKey, data as Uint8Array<ArrayBuffer>))
	return algorithm === EDDSA || algorithm === RS256 ? raw : asDer(raw)
}

/** WebCrypto encodes an ECDSA signature as two numbers, WebAuthn as DER. */
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
