import * as v from 'valibot'

/** The same bytes as base64url without padding. */
export const withoutPadding = (text: string) => text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')

const NO_PASSKEY = 'This is not what a browser answers of a passkey'
const BYTES_MAX = 12_288
/** Bytes as WebAuthn's JSON has them, base64url without padding. Some programs pad it, or write plain base64. */
const AnyBytes = v.pipe(
	v.string(NO_PASSKEY),
	v.maxLength(BYTES_MAX, NO_PASSKEY),
	v.regex(/^[\w+/-]*={0,2}$/, NO_PASSKEY),
	v.transform(withoutPadding),
)
const Bytes = v.pipe(AnyBytes, v.minLength(1, NO_PASSKEY))

/** What a browser answers when a passkey is used: the AuthenticationResponseJSON of WebAuthn. */
export const PasskeyAnswer = v.object(
	{
		id: Bytes,
		rawId: Bytes,
		type: v.literal('public-key'),
		response: v.object(
			{
				clientDataJSON: Bytes,
				authenticatorData: Bytes,
				signature: Bytes,
				userHandle: v.nullish(AnyBytes),
			},
			NO_PASSKEY,
		),
	},
	NO_PASSKEY,
)
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>

/** What a browser says of a new passkey: the RegistrationResponseJSON of WebAuthn, or what of it is looked at. */
export const NewPasskey = v.object(
	{
		id: Bytes,
		rawId: Bytes,
		type: v.literal('public-key'),
		response: v.object(
			{
				clientDataJSON: Bytes,
				attestationObject: Bytes,
				transports: v.nullish(v.pipe(v.array(v.pipe(v.string(), v.maxLength(20))), v.maxLength(10)), []),
			},
			NO_PASSKEY,
		),
	},
	NO_PASSKEY,
)
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
