import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts'
import type { NewPasskey, PasskeyAnswer } from '#contract/proofs.ts'

/*
 * The browser's own part of passkeys: its questions, and what it answers. Loaded when the first is asked for.
 */

/** Closed, declined, or given up for another question: nothing needs saying. */
export class Declined extends Error {
	override name = 'Declined'
}

/** What a person may read of why there is no passkey. */
export class PasskeyFailure extends Error {
	override name = 'PasskeyFailure'
}

type Asking = {
	signal?: AbortSignal
	/** In the list of a field, and not over the page. */
	isOffered?: boolean
}

export async function askForPasskey(
	request: PasskeyRequest,
	{ signal, isOffered = false }: Asking = {},
): Promise<PasskeyAnswer> {
	const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(request)
	return answered(navigator.credentials.get({ publicKey, signal, ...(isOffered && { mediation: 'conditional' }) }))
}

export async function makePasskey(creation: PasskeyCreation): Promise<NewPasskey> {
	const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(creation)
	return answered(navigator.credentials.create({ publicKey }))
}

/** The server looks at the answer as it comes; its type here is what browsers promise. */
async function answered<Answer>(asked: Promise<Credential | null>): Promise<Answer> {
	let credential: Credential | null
	try {
		credential = await asked
	} catch (error) {
		throw error instanceof DOMException ? inWords(error) : error
	}
	if (!(credential instanceof PublicKeyCredential)) throw new Declined()
	return credential.toJSON() as Answer
}

function inWords({ name, message }: DOMException): Error {
	if (name === 'InvalidStateError') return new PasskeyFailure('This device has a passkey for you already.')
	if (name === 'NotAllowedError' || name === 'AbortError') return new Declined(message)
	return new PasskeyFailure('This browser could not make or use a passkey here.')
}

/** So that it is offered no more. Only for a passkey that is surely ours: a neighbour at this host has theirs there too. */
export function forgetInBrowser(rpId: string, credentialId: string) {
	if (!('signalUnknownCredential' in PublicKeyCredential)) return
	void PublicKeyCredential.signalUnknownCredential({ rpId, credentialId }).catch(() => {})
}
