import * as v from 'valibot'
import { NOT_A_PASSKEY, PROOF_MISSING } from './field-messages.ts'

export const withoutPadding = (text: string) => text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')

const BYTES_MAX = 12_288
/** Bytes in WebAuthn's JSON, which are base64url without padding. Some programs add padding or use plain base64. */
const AnyBytes = v.pipe(
	v.string(NOT_A_PASSKEY),
	v.maxLength(BYTES_MAX, NOT_A_PASSKEY),
	v.regex(/^[\w+/-]*={0,2}$/, NOT_A_PASSKEY),
	v.transform(withoutPadding),
)
const Bytes = v.pipe(AnyBytes, v.minLength(1, NOT_A_PASSKEY))

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
			NOT_A_PASSKEY,
		),
	},
	NOT_A_PASSKEY,
)
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>

/** The checked part of WebAuthn's RegistrationResponseJSON. */
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
			NOT_A_PASSKEY,
		),
	},
	NOT_A_PASSKEY,
)
export type NewPasskey = v.InferOutput<typeof NewPasskey>

export const Proof = v.union(
	[
		v.object({ password: v.pipe(v.string(), v.minLength(1)) }),
		v.object({ passkey: PasskeyAnswer }),
		v.object({ oidc: v.literal(true) }),
	],
	PROOF_MISSING,
)
export type Proof = v.InferOutput<typeof Proof>
