import { afterEach, beforeEach, mock } from 'bun:test'

/** With what a server asks for a passkey. */
export const aPasskeyRequest = {
	challenge: 'AA',
	rpId: 'localhost',
	timeout: 1,
	userVerification: 'preferred',
	allowCredentials: [],
}

const bytes = Uint8Array.of(251, 255, 0).buffer
const RESPONSE = {
	clientDataJSON: bytes,
	authenticatorData: bytes,
	signature: bytes,
	attestationObject: bytes,
	userHandle: bytes,
	getTransports: () => ['internal'],
}

/** A browser that has passkeys, for the tests of this file: `get` and `create` are what its questions end with. */
export function browserWithPasskeys() {
	class FakeCredential {
		static isConditionalMediationAvailable = async () => false
		static signalUnknownCredential = mock(async (_unknown: object) => undefined)
		rawId = bytes
		response = RESPONSE
	}
	const says = async (): Promise<unknown> => new FakeCredential()
	const get = mock(says)
	const create = mock(says)
	beforeEach(() => {
		for (const question of [get, create]) question.mockReset().mockImplementation(says)
		FakeCredential.signalUnknownCredential.mockClear()
		Object.assign(globalThis, { PublicKeyCredential: FakeCredential })
		Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } })
	})
	afterEach(() => {
		Reflect.deleteProperty(globalThis, 'PublicKeyCredential')
		Reflect.deleteProperty(navigator, 'credentials')
	})
	/** The person says no, or closes the question. */
	const declines = () =>
		get.mockImplementation(async () => {
			throw new DOMException('', 'NotAllowedError')
		})
	const accepts = () => get.mockImplementation(says)
	return { get, create, declines, accepts, forget: FakeCredential.signalUnknownCredential }
}
