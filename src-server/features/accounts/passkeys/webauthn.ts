import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { NewPasskey } from '#contract/proofs.ts'

/* Wraps @simplewebauthn/server without its network requests and attestation checks. */

/** COSE numbers of EdDSA, ES256 and RS256. */
export const ALGORITHMS = [-8, -7, -257]
const CREDENTIAL_ID_MAX = 1023
/** Bytes of an RSA key of 16,384 bits, the largest the runtime verifies. */
const PUBLIC_KEY_MAX = 2100

export const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

// Loads 2.2 MB on first use, because most starts never need it.
export async function library() {
	const [server, helpers, { _fetchInternals }] = await Promise.all([
		import('@simplewebauthn/server'),
		import('@simplewebauthn/server/helpers'),
		// biome-ignore lint/style/noRestrictedImports: the package exports no setting for its fetch.
		import('../../../../node_modules/@simplewebauthn/server/esm/helpers/fetch.js'),
	])
	// The library would download revocation lists of any size from addresses in the attestation (docs/threat-model.md,
	// T70).
	_fetchInternals.stubThis = () => Promise.reject(new Error('No request leaves for a passkey'))
	return { ...server, ...helpers }
}

type Expected = { expectedChallenge: string; expectedOrigin: string; expectedRPID: string }

/** Throws or returns `verified: false` if the owner could not log in with this passkey later. */
export async function checkedCreation(answer: NewPasskey, expected: Expected): Promise<VerifiedRegistrationResponse> {
	const { verifyRegistrationResponse, verifySignature, decodeAttestationObject } = await library()
	const attested = decodeAttestationObject(new Uint8Array(Buffer.from(answer.response.attestationObject, 'base64url')))
	const attestationObject = unattested(attested.get('authData'))
	const found = await verifyRegistrationResponse({
		response: { ...answer, response: { ...answer.response, attestationObject }, clientExtensionResults: {} },
		...expected,
		requireUserVerification: false,
		supportedAlgorithmIDs: ALGORITHMS,
	})
	if (!found.verified) return found
	const { id, publicKey } = found.registrationInfo.credential
	const isFitting = Buffer.byteLength(id, 'base64url') <= CREDENTIAL_ID_MAX && publicKey.byteLength <= PUBLIC_KEY_MAX
	if (id !== answer.id || !isFitting) return { verified: false }
	// Checks now that the key can be parsed; otherwise every later log-in would fail.
	await verifySignature({ credentialPublicKey: publicKey, signature: NO_SIGNATURE, data: NO_SIGNATURE })
	return found
}

/** DER sequence of two integers, as in an ECDSA signature. */
const NO_SIGNATURE = Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 1)

/** CBOR of { fmt: 'none', attStmt: {}, authData: … }, up to the byte length. */
const BEFORE_AUTH_DATA = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')

/** Strips the attestation. None is requested or trusted, and the library would parse forgeable certificates. */
function unattested(authData: Uint8Array<ArrayBuffer>): string {
	const length = Buffer.alloc(2)
	length.writeUInt16BE(authData.byteLength)
	return base64url(Buffer.concat([BEFORE_AUTH_DATA, length, authData]))
}
