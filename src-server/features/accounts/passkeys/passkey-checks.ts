import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server'
import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts'
import { type NewPasskey, type PasskeyAnswer, withoutPadding } from '#contract/proofs.ts'
import type { Context } from '#server/context.ts'
import { PENDING_MS, pendingLogins } from '#server/features/accounts/pending-logins.ts'
import { notProven, type ProofRequest } from '#server/features/accounts/proofs.ts'
import { type RelyingParty, type RequestOrigin, relyingParty } from '#server/http/addresses/own-addresses.ts'
import { invalid, notAllowed, refusal } from '#server/http/problems.ts'
import type { PasskeyRow } from './passkeys.queries.ts'
import { ALGORITHMS, base64url, checkedCreation, library } from './webauthn.ts'

type Purpose = 'log_in' | 'confirm' | 'sign_up' | 'claim' | 'add'
/** A new member's id is chosen before the account exists, because the passkey contains it. */
type Challenge = { purpose: Purpose; session: string | null; userId: UserId | null }

type Used = { passkey: PasskeyRow; signCount: number; isBackedUp: boolean }
export type MadePasskey = Pick<
	PasskeyRow,
	'credentialId' | 'userId' | 'rpId' | 'publicKey' | 'signCount' | 'transports' | 'isBackedUp'
>

export type PasskeyChecks = ReturnType<typeof createPasskeyChecks>

export function createPasskeyChecks({ queries, config, clock, log }: Context) {
	const challenges = pendingLogins<Challenge>(clock)
	let tag: Uint8Array | null = null

	const relyingPartyAt = (requestOrigin: RequestOrigin): RelyingParty => {
		const party = relyingParty(config, requestOrigin)
		if (party !== null) return party
		throw refusal({
			status: 404,
			code: 'not_here',
			reason: 'passkeys_not_here',
		})
	}

	/** User handle: 8 bytes of instance tag, 8 bytes of user id. The tag distinguishes instances that share a host name. */
	const handleOf = (userId: UserId): Uint8Array => {
		tag ??= queries.instance.tag()
		const handle = new Uint8Array(16)
		handle.set(tag)
		new DataView(handle.buffer).setBigUint64(8, BigInt(userId))
		return handle
	}
	const isOurs = (handle: string | null | undefined) =>
		typeof handle === 'string' && Buffer.from(handle, 'base64url').subarray(0, 8).equals(handleOf(0).subarray(0, 8))

	/**
	 * Consumes the challenge. `isEmbedded` means the passkey was used in a cross-origin frame, which none of our pages
	 * allows.
	 */
	const checkClientData = (clientDataJSON: string, purpose: Purpose, { session, requestOrigin }: ProofRequest) => {
		const { rpId, origin } = relyingPartyAt(requestOrigin)
		const { challenge, isEmbedded } = clientDataIn(clientDataJSON)
		const known = challenges.finish(withoutPadding(challenge))
		// A challenge created without a session stays valid if another tab logs in meanwhile.
		const isOfOtherSession = known?.session != null && known.session !== session
		if (known?.purpose !== purpose || isOfOtherSession) throw challengeGone()
		const expected = { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId }
		return { userId: known.userId, isEmbedded, expected }
	}

	return {
		request(
			purpose: 'log_in' | 'confirm',
			me: UserId | null,
			{ session, requestOrigin, address }: ProofRequest,
		): PasskeyRequest {
			const { rpId } = relyingPartyAt(requestOrigin)
			const own = me === null ? [] : queries.passkeys.passkeysOf(me)
			return {
				challenge: challenges.begin({ purpose, session, userId: me }, address),
				rpId,
				timeout: PENDING_MS,
				userVerification: purpose === 'confirm' ? 'required' : 'preferred',
				allowCredentials: own.filter((passkey) => passkey.rpId === rpId).map(descriptor),
			}
		},

		creation(
			purpose: 'sign_up' | 'claim' | 'add',
			{ userId, username }: { userId: UserId; username: string },
			{ session, requestOrigin, address }: ProofRequest,
		): PasskeyCreation {
			const { rpId } = relyingPartyAt(requestOrigin)
			return {
				challenge: challenges.begin({ purpose, session, userId }, address),
				rp: { id: rpId, name: 'Backseat' },
				user: { id: base64url(handleOf(userId)), name: username, displayName: username },
				pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
				timeout: PENDING_MS,
				excludeCredentials: queries.passkeys
					.passkeysOf(userId)
					.filter((passkey) => passkey.rpId === rpId)
					.map(descriptor),
				authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'preferred' },
				attestation: 'none',
			}
		},

		/** Confirming also requires user verification (face, finger or PIN). */
		async used(answer: PasskeyAnswer, purpose: 'log_in' | 'confirm', from: ProofRequest): Promise<Used> {
			const { userId, isEmbedded, expected } = checkClientData(answer.response.clientDataJSON, purpose, from)
			// Some authenticators send an empty handle, or none, if the request names the credential.
			const userHandle = answer.response.userHandle || undefined
			const passkey = queries.passkeys.passkeyById(answer.id)
			const isOwn = passkey && (!userHandle || userHandle === base64url(handleOf(passkey.userId)))
			if (!isOwn || (userId !== null && passkey.userId !== userId)) throw unknownPasskey(isOurs(userHandle))
			if (isEmbedded) throw notProven()
			const { verifyAuthenticationResponse } = await library()
			const { credentialId: id, publicKey, transports } = passkey
			const found = await outcome(
				verifyAuthenticationResponse({
					response: { ...answer, response: { ...answer.response, userHandle }, clientExtensionResults: {} },
					...expected,
					// The library refuses a falling counter. Backed-up passkeys count unreliably, so it is only logged here.
					credential: { id, publicKey: new Uint8Array(publicKey), counter: 0, transports },
					requireUserVerification: purpose === 'confirm',
				}),
			)
			if (!found?.verified) throw notProven()
			const { newCounter, credentialBackedUp } = found.authenticationInfo
			if (newCounter <= passkey.signCount && passkey.signCount > 0)
				log.warn('A passkey was used whose count of uses has fallen: there may be a copy of it')
			return { passkey, signCount: newCounter, isBackedUp: credentialBackedUp }
		},

		async made(answer: NewPasskey, purpose: 'sign_up' | 'claim' | 'add', from: ProofRequest): Promise<MadePasskey> {
			const { userId, isEmbedded, expected } = checkClientData(answer.response.clientDataJSON, purpose, from)
			const found = isEmbedded ? null : await outcome(checkedCreation(answer, expected))
			if (!found?.verified || userId === null) throw invalid('passkey_of_another_address', 'response')
			const { credential, credentialBackedUp } = found.registrationInfo
			return {
				credentialId: credential.id,
				userId,
				rpId: expected.expectedRPID,
				publicKey: Buffer.from(credential.publicKey),
				signCount: credential.counter,
				transports: answer.response.transports,
				isBackedUp: credentialBackedUp,
			}
		},
	}
}

const descriptor = ({ credentialId, transports }: PasskeyRow) => ({
	id: credentialId,
	type: 'public-key' as const,
	transports,
})

const ClientData = v.object({
	challenge: v.string(),
	crossOrigin: v.nullish(v.boolean(), false),
	topOrigin: v.optional(v.unknown()),
})

/** Invalid client data gives the challenge '', which never matches. */
function clientDataIn(clientDataJSON: string): { challenge: string; isEmbedded: boolean } {
	try {
		const clientData = v.parse(ClientData, JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()))
		return {
			challenge: clientData.challenge,
			isEmbedded: clientData.crossOrigin === true || clientData.topOrigin != null,
		}
	} catch {
		return { challenge: '', isEmbedded: false }
	}
}

const outcome = <Found extends VerifiedAuthenticationResponse | VerifiedRegistrationResponse>(
	checked: Promise<Found>,
) => checked.catch(() => null)

const challengeGone = () => notAllowed('challenge_gone')

const unknownPasskey = (wasRemoved: boolean) =>
	refusal({
		status: 401,
		code: 'unknown_passkey',
		reason: wasRemoved ? 'passkey_removed' : 'unknown_passkey',
		wasRemoved,
	})
