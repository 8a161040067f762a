import { afterEach, beforeEach, mock } from 'bun:test'

/** The server's challenge for a passkey. */
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

/** Gives the tests of a file a browser with passkeys; `get` and `create` are its results. */
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
	/** The user declines or closes the prompt. */
	const declines = () =>
		get.mockImplementation(async () => {
			throw new DOMException('', 'NotAllowedError')
		})
	const accepts = () => get.mockImplementation(says)
	return { get, create, declines, accepts, forget: FakeCredential.signalUnknownCredential }
}
