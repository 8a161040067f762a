import { expect, test } from 'bun:test'
import type { PasskeyRequest } from '#contract/passkeys.ts'
import { aPasskeyRequest, browserWithPasskeys } from '#ui/testing/browser-with-passkeys.ts'
import { askForPasskey, makePasskey } from './ask-browser.ts'

const browser = browserWithPasskeys()

const AN_ID = { id: '-_8A', type: 'public-key' as const, transports: ['internal'] }
const bytes = Uint8Array.of(251, 255, 0)
const ask = () => askForPasskey({ ...aPasskeyRequest, allowCredentials: [AN_ID] } as PasskeyRequest)

const CREATION = {
	challenge: '-_8A',
	rp: { id: 'localhost', name: 'Backseat' },
	user: { id: '-_8A', name: 'mum', displayName: 'mum' },
	pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
	timeout: 1,
	excludeCredentials: [AN_ID],
	authenticatorSelection: {
		residentKey: 'required' as const,
		requireResidentKey: true as const,
		userVerification: 'preferred' as const,
	},
	attestation: 'none' as const,
}

const USED = { clientDataJSON: '-_8A', authenticatorData: '-_8A', signature: '-_8A', userHandle: '-_8A' }

test('a browser without toJSON, as Safari before 18.4, is asked with bytes and answers as any other', async () => {
	expect(await ask()).toEqual({ id: '-_8A', rawId: '-_8A', type: 'public-key', response: USED })
	expect(browser.get.mock.calls).toMatchObject([[{ publicKey: { allowCredentials: [{ ...AN_ID, id: bytes }] } }]])

	expect(await makePasskey(CREATION)).toEqual({
		id: '-_8A',
		rawId: '-_8A',
		type: 'public-key',
		response: { clientDataJSON: '-_8A', attestationObject: '-_8A', transports: ['internal'] },
	})
	expect(browser.create.mock.calls).toMatchObject([
		[{ publicKey: { challenge: bytes, user: { id: bytes }, excludeCredentials: [{ ...AN_ID, id: bytes }] } }],
	])
})

test('what a password manager puts in place of the browser’s own objects is read all the same', async () => {
	const response = { clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: null }
	const toJSON = () => {
		throw new TypeError('Illegal invocation')
	}
	browser.get.mockImplementation(async () => ({ id: '-_8A', rawId: bytes, type: 'public-key', response, toJSON }))
	expect((await ask()).response).toEqual({ ...USED, userHandle: null })

	const made = { rawId: bytes, type: 'public-key', response: { clientDataJSON: bytes, attestationObject: bytes } }
	browser.create.mockImplementation(async () => made)
	expect((await makePasskey(CREATION)).response.transports).toEqual([])
})

test('a question that ends with nothing was declined', async () => {
	browser.get.mockImplementation(async () => null)
	await expect(ask()).rejects.toMatchObject({ name: 'Declined' })
})
