import type { VerifiedRegistrationResponse } from '@simplewebauthn/server'
import type { NewPasskey } from '#contract/proofs.ts'

/*
 * The library that reads what authenticators sign, without what it would do by itself.
 */

/** EdDSA, ES256 and RS256, in the numbers of COSE. */
export const ALGORITHMS = [-8, -7, -257]
/** As WebAuthn limits it, in bytes. */
const CREDENTIAL_ID_MAX = 1023
/** A key of RSA with 16,384 bits, more than the runtime computes with, is not longer. */
const PUBLIC_KEY_MAX = 2100

export const base64url = (bytes: Uint8Array) => bytes.toBase64({ alphabet: 'base64url', omitPadding: true })

// 2.2 MB, which most starts never need.
export async function library() {
	const [server, helpers, { _fetchInternals }] = await Promise.all([
		import('@simplewebauthn/server'),
		import('@simplewebauthn/server/helpers'),
		// biome-ignore lint/style/noRestrictedImports: the package exports no setting for its fetch.
		import('../../../../node_modules/@simplewebauthn/server/esm/helpers/fetch.js'),
	])
	// It would download revocation lists from addresses in a passkey's attestation, of any size (docs/threat-model.md, T70).
	_fetchInternals.stubThis = () => Promise.reject(new Error('No request leaves for a passkey'))
	return { ...server, ...helpers }
}

type Expected = { expectedChallenge: string; expectedOrigin: string; expectedRPID: string }

/** Throws, or answers that it is not verified, where this is not a passkey with which its owner could log in later. */
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
	// Nothing has been signed by the new key yet. One that cannot be read throws here, and not at every log-in.
	await verifySignature({ credentialPublicKey: publicKey, signature: NO_SIGNATURE, data: NO_SIGNATURE })
	return found
}

/** DER of two numbers, as a signature has them. */
const NO_SIGNATURE = Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 1)

/** CBOR of { fmt: 'none', attStmt: {}, authData: … }, up to the length of the bytes. */
const BEFORE_AUTH_DATA = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex')

/**
 * The same passkey without what its maker says of it. We ask for no attestation and trust none, and the library's checks of
 * them read certificates that anybody can make.
 */
function unattested(authData: Uint8Array<ArrayBuffer>): string {
	const length = Buffer.alloc(2)
	length.writeUInt16BE(authData.byteLength)
	return base64url(Buffer.concat([BEFORE_AUTH_DATA, length, authData]))
}
