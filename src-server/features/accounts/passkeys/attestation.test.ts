import { afterAll, beforeEach, expect, test } from 'bun:test'
import { type Attested, authenticator, ES256 } from '#server/testing/authenticator.ts'
import type { Cbor } from '#server/testing/cbor.ts'
import { androidKey } from '#server/testing/forged-attestation.ts'
import { testApp } from '#server/testing/test-app.ts'
import { library } from './webauthn.ts'

/** Requests for the revocation list whose address the forged certificate names. */
let asked = 0
const elsewhere = Bun.serve({
	port: 0,
	hostname: '127.0.0.1',
	fetch: () => {
		asked += 1
		return new Response('no list')
	},
})
afterAll(() => elsewhere.stop(true))
beforeEach(() => {
	asked = 0
})

async function signUpWith(attest: NonNullable<Parameters<ReturnType<typeof authenticator>['make']>[1]>['attest']) {
	const app = testApp()
	const browser = app.browser()
	const phone = authenticator()
	const { body: creation } = await browser.post('/api/passkeys/sign-up/options', { username: 'mum' })
	const response = await phone.make(creation, attest && { attest })
	const { status } = await browser.post('/api/passkeys/sign-up', { response, username: 'mum' })
	const { body: request } = await browser.post('/api/passkeys/options', { purpose: 'log_in' })
	const login = await browser.post('/api/passkeys/log-in', { response: await phone.use(request) })
	return { signUp: status, logIn: login.status }
}

test('a forged android-key attestation makes the server ask nobody for a revocation list [T70]', async () => {
	expect(await signUpWith(androidKey(new URL('/revoked.crl', elsewhere.url)))).toEqual({ signUp: 201, logIn: 200 })
	expect(asked).toBe(0)
})

test('what the passkey library would fetch by itself is refused [T70]', async () => {
	const { decodeAttestationObject, verifyRegistrationResponse } = await library()
	const phone = authenticator()
	const creation = { challenge: 'AAAA', rp: { id: 'localhost' }, user: { id: 'AA' } }
	const made = await phone.make(creation, { attest: androidKey(new URL('/revoked.crl', elsewhere.url)) })
	const bytes = new Uint8Array(Buffer.from(made.response.attestationObject, 'base64url'))
	expect(decodeAttestationObject(bytes).get('fmt')).toBe('android-key')

	// With the original statement, the library requests the list before it finds that the root is unknown.
	const checked = verifyRegistrationResponse({
		response: { ...made, clientExtensionResults: {} },
		expectedChallenge: 'AAAA',
		expectedOrigin: 'http://localhost:7433',
		expectedRPID: 'localhost',
	})
	await expect(checked).rejects.toThrow('not a known root certificate')
	expect(asked).toBe(0)
})

const signed = async ({ authData, clientDataHash, sign }: Attested) => sign(Buffer.concat([authData, clientDataHash]))
const statement = (...entries: [string, Cbor][]) => new Map<string, Cbor>(entries)

test.each<[string, (made: Attested) => Promise<Map<string, Cbor>>]>([
	['packed', async (made) => statement(['alg', ES256], ['sig', await signed(made)])],
	['packed', async () => statement(['alg', ES256], ['sig', Buffer.alloc(70, 7)], ['x5c', [Buffer.alloc(400, 5)]])],
	['apple', async () => statement(['x5c', [Buffer.alloc(400, 5), Buffer.alloc(400, 6)]])],
	[
		'tpm',
		async () =>
			statement(
				['ver', '2.0'],
				['alg', -257],
				['sig', Buffer.alloc(256)],
				['certInfo', Buffer.alloc(161)],
				['x5c', [Buffer.alloc(4000)]],
			),
	],
	['fido-u2f', async () => statement(['sig', Buffer.alloc(70)], ['x5c', [Buffer.alloc(300)]])],
	['android-safetynet', async () => statement(['ver', '1'], ['response', Buffer.from('a.b.c')])],
	['compound', async () => statement(['more', true])],
	['none', async () => statement(['left-over', true])],
])(
	'a passkey with an attestation of format %s opens its account, and nothing of the statement is read [T70]',
	async (fmt, attStmt) => {
		const attest = async (made: Attested) => ({ fmt, attStmt: await attStmt(made) })
		expect(await signUpWith(attest)).toEqual({ signUp: 201, logIn: 200 })
	},
)
