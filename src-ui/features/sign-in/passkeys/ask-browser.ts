import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts'
import type { NewPasskey, PasskeyAnswer } from '#contract/proofs.ts'
import { t } from '#contract/text.ts'

/* The browser's part of passkeys, loaded at first use. */

/** The person closed or declined the prompt, or another prompt replaced it; no message is needed. */
export class Declined extends Error {
	override name = 'Declined'
}

export class PasskeyFailure extends Error {
	override name = 'PasskeyFailure'
}

type Asking = {
	signal?: AbortSignal
	/** Lists passkeys at the username field instead of opening a prompt. */
	isOffered?: boolean
}

export async function askForPasskey(
	request: PasskeyRequest,
	{ signal, isOffered = false }: Asking = {},
): Promise<PasskeyAnswer> {
	const publicKey = {
		...request,
		challenge: bytesOf(request.challenge),
		allowCredentials: request.allowCredentials.map(withBytes),
	}
	const asked = navigator.credentials.get({ publicKey, signal, ...(isOffered && { mediation: 'conditional' }) })
	const { response, ...credential } = await answered<AuthenticatorAssertionResponse>(asked)
	return {
		...credential,
		response: {
			clientDataJSON: textOf(response.clientDataJSON),
			authenticatorData: textOf(response.authenticatorData),
			signature: textOf(response.signature),
			userHandle: response.userHandle && textOf(response.userHandle),
		},
	}
}

export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
	const publicKey = {
		...creation,
		challenge: bytesOf(creation.challenge),
		user: { ...creation.user, id: bytesOf(creation.user.id) },
		excludeCredentials: creation.excludeCredentials.map(withBytes),
	}
	const asked = navigator.credentials.create({ publicKey })
	const { response, ...credential } = await answered<AuthenticatorAttestationResponse>(asked)
	return {
		...credential,
		response: {
			clientDataJSON: textOf(response.clientDataJSON),
			attestationObject: textOf(response.attestationObject),
			transports: response.getTransports?.() ?? [],
		},
	}
}

/* Base64url by hand: `toJSON` and `parse…FromJSON` are missing in Safari before 18.4, and `toJSON` throws on the
   objects of some password managers. */

const bytesOf = (text: string) =>
	Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

const textOf = (bytes: ArrayBuffer) =>
	btoa(String.fromCharCode(...new Uint8Array(bytes)))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '')

const withBytes = <Descriptor extends { id: string; transports: string[] }>({ id, ...more }: Descriptor) => ({
	...more,
	id: bytesOf(id),
	transports: more.transports as AuthenticatorTransport[],
})

async function answered<Response>(asked: Promise<Credential | null>) {
	let credential: Credential | null
	try {
		credential = await asked
	} catch (error) {
		throw error instanceof DOMException ? inWords(error) : error
	}
	if (!credential) throw new Declined()
	const { rawId, response } = credential as PublicKeyCredential
	const id = textOf(rawId)
	return { id, rawId: id, type: 'public-key' as const, response: response as Response }
}

function inWords({ name, message }: DOMException): Error {
	if (name === 'InvalidStateError') return new PasskeyFailure(t('This device has a passkey for you already.'))
	if (name === 'NotAllowedError' || name === 'AbortError') return new Declined(message)
	return new PasskeyFailure(t('This browser could not make or use a passkey here.'))
}

/**
 * Stops the browser from offering a deleted passkey. Call it only for this instance's own passkeys: another service on
 * the same host shares the rpId.
 */
export function forgetInBrowser(rpId: string, credentialId: string) {
	if (!('signalUnknownCredential' in PublicKeyCredential)) return
	void PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => {})
}
