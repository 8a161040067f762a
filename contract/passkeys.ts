import * as v from 'valibot'
import { call } from './call.ts'
import { NAME_TAKEN, NO_USER, NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { PASSKEY_PURPOSE } from './field-messages.ts'
import { Day, IdText, IdTextOrNull, Moment, RatingId } from './ids.ts'
import { AvatarId, ClaimUsername, OptionalEmail, OwnLabel, Username } from './names.ts'
import { Success } from './problems.ts'
import { NewPasskey, PasskeyAnswer, Proof } from './proofs.ts'
import { CameIn } from './sign-in.ts'

export const PASSKEYS_MAX = 10

const Descriptor = v.object({
	id: v.string(),
	type: v.literal('public-key'),
	transports: v.array(v.string()),
})

/** WebAuthn's PublicKeyCredentialRequestOptionsJSON. Times are milliseconds. */
export const PasskeyRequest = v.object({
	challenge: v.string(),
	rpId: v.string(),
	timeout: v.number(),
	userVerification: v.picklist(['preferred', 'required']),
	/** Empty at log-in, so that the response does not reveal who has passkeys. */
	allowCredentials: v.array(Descriptor),
})
export type PasskeyRequest = v.InferOutput<typeof PasskeyRequest>

/** WebAuthn's PublicKeyCredentialCreationOptionsJSON. */
export const PasskeyCreation = v.object({
	challenge: v.string(),
	rp: v.object({ id: v.string(), name: v.string() }),
	user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
	pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
	timeout: v.number(),
	excludeCredentials: v.array(Descriptor),
	authenticatorSelection: v.object({
		residentKey: v.literal('required'),
		requireResidentKey: v.literal(true),
		userVerification: v.literal('preferred'),
	}),
	attestation: v.literal('none'),
})
export type PasskeyCreation = v.InferOutput<typeof PasskeyCreation>

export const Passkey = v.object({
	credentialId: v.string(),
	label: v.string(),
	host: v.string(),
	createdAt: Moment,
	lastUsedOn: v.nullable(Day),
})
export type Passkey = v.InferOutput<typeof Passkey>

export const LinkedIdentity = v.object({
	issuer: v.string(),
	name: v.string(),
	provider: v.string(),
	linkedAt: Moment,
	lastUsedOn: v.nullable(Day),
})
export type LinkedIdentity = v.InferOutput<typeof LinkedIdentity>

export const WaysIn = v.object({
	passkeys: v.array(Passkey),
	/** Older servers omit them. */
	identities: v.optional(v.array(LinkedIdentity), []),
	hasPassword: v.boolean(),
})
export type WaysIn = v.InferOutput<typeof WaysIn>

const PasskeyLogIn = v.object({ response: PasskeyAnswer, ratingId: v.fallback(v.optional(RatingId), undefined) })
export type PasskeyLogIn = v.InferOutput<typeof PasskeyLogIn>

const Token = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined)

/** `claim` is the token of a claim link, which then replaces the invitation. */
const SignUpStart = v.object({ username: ClaimUsername, invite: Token, claim: Token })
export type SignUpStart = v.InferOutput<typeof SignUpStart>

export const PasskeySignUp = v.object({
	response: NewPasskey,
	username: Username,
	invite: Token,
	email: OptionalEmail,
	avatarId: v.optional(AvatarId),
	ratingId: v.fallback(v.optional(RatingId), undefined),
})
export type PasskeySignUp = v.InferOutput<typeof PasskeySignUp>

const PasskeyAddition = v.object({ response: NewPasskey, label: v.optional(OwnLabel), proof: Proof })
export type PasskeyAddition = v.InferOutput<typeof PasskeyAddition>

const OfMember = v.object({ id: IdText })
const OfPasskey = v.object({ id: IdText, credentialId: v.pipe(v.string(), v.maxLength(1400)) })

const NOT_HERE = 'Browsers offer no passkeys at this address: they need https and a name, or localhost (`not_here`).'
const GONE = 'It took too long, was used before, or was asked for something else (`challenge_gone`).'
const FAILED = 'Or it did not fit (`not_proven`).'
const NOT_SHOWN = `That is somebody else’s account, or what was shown is wrong. ${GONE}`

/** At log-in the options list no passkeys, so that they do not reveal who has one. */
export const passkeyOptions = call({
	method: 'POST',
	path: '/passkeys/options',
	who: 'visitor-or-member',
	body: v.object({ purpose: v.picklist(['log_in', 'confirm'], PASSKEY_PURPOSE) }),
	answers: { 200: PasskeyRequest },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Begin to use a passkey',
		description:
			'To log in, or to show again that it is me. What the browser makes of it works once, within five minutes, in this session and for that alone.',
		answers: {
			200: 'With what the browser asks.',
			401: 'There is nobody to confirm without a session.',
			404: NOT_HERE,
		},
	}),
})

export const passkeyLogIn = call({
	method: 'POST',
	path: '/passkeys/log-in',
	who: 'visitor-or-member',
	body: PasskeyLogIn,
	answers: { 200: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Log in with a passkey',
		description: 'As with a password: sets the session cookie, and what this browser rated as a guest comes along.',
		answers: {
			200: 'The member.',
			401: 'No account here has this passkey (`unknown_passkey`); `wasRemoved`: it was made here.',
			403: `${GONE} ${FAILED}`,
			404: NOT_HERE,
		},
	}),
})

export const passkeySignUpOptions = call({
	method: 'POST',
	path: '/passkeys/sign-up/options',
	who: 'visitor-or-member',
	body: SignUpStart,
	answers: { 200: PasskeyCreation },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Begin an account without a password',
		description: 'For a claim, `claim` is the token of its link.',
		answers: {
			200: 'With what the browser makes a passkey.',
			403: 'Signing up takes an invitation here.',
			404: `${NOT_HERE} Or the claim link is dead.`,
			409: NAME_TAKEN,
		},
	}),
})

export const passkeySignUp = call({
	method: 'POST',
	path: '/passkeys/sign-up',
	who: 'visitor-or-member',
	body: PasskeySignUp,
	answers: { 201: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Make an account without a password',
		description: 'The same as POST /api/users, with a passkey instead.',
		answers: {
			201: 'The new member.',
			403: `Signing up takes an invitation here. ${GONE}`,
			404: NOT_HERE,
			409: NAME_TAKEN,
		},
	}),
})

export const listWaysIn = call({
	method: 'GET',
	path: '/users/:id/passkeys',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: WaysIn },
	docs: () => ({
		tag: 'Own account',
		summary: 'My ways in',
		answers: { 200: 'My passkeys, and what else opens my account.', 403: NOT_MINE, 404: NO_USER },
	}),
})

export const newPasskeyOptions = call({
	method: 'POST',
	path: '/users/:id/passkeys/options',
	who: 'member',
	owner: 'params.id',
	params: OfMember,
	answers: { 200: PasskeyCreation },
	docs: () => ({
		tag: 'Own account',
		summary: 'Begin to add a passkey',
		answers: {
			200: 'With what the browser makes one.',
			400: NOT_AN_ID,
			403: NOT_MINE,
			404: NOT_HERE,
			409: 'I have ten already (`too_many`).',
		},
	}),
})

export const addPasskey = call({
	method: 'POST',
	path: '/users/:id/passkeys',
	who: 'member',
	owner: 'params.id',
	params: OfMember,
	body: PasskeyAddition,
	answers: { 201: Passkey },
	docs: () => ({
		tag: 'Own account',
		summary: 'Add a passkey',
		description: 'Without a label it is called after the device.',
		answers: {
			201: 'The passkey.',
			400: `${NOT_AN_ID} Or it is no passkey.`,
			403: NOT_SHOWN,
			404: NOT_HERE,
			409: 'I have ten already (`too_many`), or an account has this one (`taken`).',
		},
	}),
})

export const renamePasskey = call({
	method: 'PATCH',
	path: '/users/:id/passkeys/:credentialId',
	who: 'member',
	owner: 'params.id',
	params: OfPasskey,
	body: v.object({ label: OwnLabel }),
	answers: { 200: Passkey },
	docs: () => ({
		tag: 'Own account',
		summary: 'Call a passkey something else',
		answers: { 200: 'The passkey, renamed.', 400: NOT_AN_ID, 403: NOT_MINE, 404: 'I have no such passkey.' },
	}),
})

export const removePasskey = call({
	method: 'DELETE',
	path: '/users/:id/passkeys/:credentialId',
	who: 'member',
	owner: 'params.id',
	params: OfPasskey,
	body: v.object({ proof: Proof }),
	answers: { 200: Success },
	docs: () => ({
		tag: 'Own account',
		summary: 'Remove a passkey',
		answers: {
			200: 'Gone.',
			400: NOT_AN_ID,
			403: NOT_SHOWN,
			404: 'I have no such passkey.',
			409: 'Nothing else opens my account (`last_way_in`).',
		},
	}),
})
