import * as v from 'valibot'

const BYTES_MAX = 8192
/** Bytes as WebAuthn's JSON has them: base64url without padding. */
const Bytes = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]+$/), v.maxLength(BYTES_MAX))

/** What a browser answers when a passkey is used: the AuthenticationResponseJSON of WebAuthn. */
export const PasskeyAnswer = v.object({
	id: Bytes,
	rawId: Bytes,
	type: v.literal('public-key'),
	response: v.object({
		clientDataJSON: Bytes,
		authenticatorData: Bytes,
		signature: Bytes,
		userHandle: v.nullish(Bytes),
	}),
	authenticatorAttachment: v.nullish(v.string()),
	clientExtensionResults: v.optional(v.looseObject({}), {}),
})
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>

/** What a browser says of a new passkey: the RegistrationResponseJSON of WebAuthn, or what of it is looked at. */
export const NewPasskey = v.object({
	id: Bytes,
	rawId: Bytes,
	type: v.literal('public-key'),
	response: v.object({
		clientDataJSON: Bytes,
		attestationObject: Bytes,
		transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10)), []),
	}),
	clientExtensionResults: v.optional(v.looseObject({}), {}),
})
export type NewPasskey = v.InferOutput<typeof NewPasskey>

/**
 * How a member who is signed in shows again that it is them: with their password, with one of their passkeys, or by having
 * logged in at the provider a moment ago.
 */
export const Proof = v.union(
	[
		v.object({ password: v.pipe(v.string(), v.minLength(1)) }),
		v.object({ passkey: PasskeyAnswer }),
		v.object({ oidc: v.literal(true) }),
	],
	'Please show again that it is you',
)
export type Proof = v.InferOutput<typeof Proof>
