import { expect, test } from 'bun:test'
import { authenticator, EDDSA, ES256, RS256 } from '#server/testing/authenticator.ts'
import type { Cbor } from '#server/testing/cbor.ts'
import { testApp } from '#server/testing/test-app.ts'

/*
 * Answers of different browsers, password managers and forgers. An honest answer opens the account; a forged one is
 * refused with a readable message.
 */

type Json = Record<string, unknown> & { response: Record<string, unknown> }
type Phone = ReturnType<typeof authenticator>
type Making = Parameters<Phone['make']>[1]
type Using = Parameters<Phone['use']>[1]

const app = testApp()
let members = 0

async function signUp({ making = {} as Making, change = (json: Json): unknown => json } = {}) {
	const username = `member${++members}`
	const browser = app.browser()
	const phone = authenticator()
	const { body: creation } = await browser.post('/api/passkeys/sign-up/options', { username })
	const response = change((await phone.make(creation, making)) as unknown as Json)
	const { status, body } = await browser.post('/api/passkeys/sign-up', { response, username })
	return { status, phone, message: (body as { message?: string }).message }
}

async function logIn(phone: Phone, { using = {} as Using, change = (json: Json): unknown => json } = {}) {
	const browser = app.browser()
	const { body: request } = await browser.post('/api/passkeys/options', { purpose: 'log_in' })
	const response = change((await phone.use(request, using)) as unknown as Json)
	const { status, body } = await browser.post('/api/passkeys/log-in', { response })
	return { status, message: (body as { message?: string }).message }
}

const within = (special: Record<string, unknown>) => (json: Json) => ({
	...json,
	response: { ...json.response, ...special },
})
const without = (name: string) => (json: Json) => {
	const { [name]: _, ...rest } = json.response
	return { ...json, response: rest }
}
const eachText = (write: (text: string) => string) => (json: Json) => {
	const written = (value: unknown): unknown =>
		typeof value === 'string' && value !== 'public-key' && value !== 'internal'
			? write(value)
			: typeof value === 'object' && value !== null && !Array.isArray(value)
				? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, written(entry)]))
				: value
	return written(json)
}
const padded = (text: string) => text.padEnd(Math.ceil(text.length / 4) * 4, '=')
const plain = (text: string) => padded(text.replaceAll('-', '+').replaceAll('_', '/'))

const HONEST_MAKING: [how: string, Parameters<typeof signUp>[0]][] = [
	['without transports, as Firefox once', { change: without('transports') }],
	['with transports null', { change: within({ transports: null }) }],
	['with a transport of tomorrow', { change: within({ transports: ['internal', 'hybrid', 'telepathy'] }) }],
	[
		'with all of what Chrome adds',
		{
			change: (json) => ({
				...within({ publicKey: 'AAAA', publicKeyAlgorithm: -7, authenticatorData: 'AAAA' })(json),
				authenticatorAttachment: 'platform',
				clientExtensionResults: { credProps: { rk: true }, prf: { enabled: true } },
			}),
		},
	],
	['with extension results null', { change: (json) => ({ ...json, clientExtensionResults: null }) }],
	['with padding', { change: eachText(padded) }],
	['in plain base64', { change: eachText(plain) }],
	['with a key of EdDSA', { making: { algorithm: EDDSA } }],
	['with a key of RS256', { making: { algorithm: RS256 } }],
	['synced between devices', { making: { isSynced: true } }],
	['without a look at face or finger', { making: { isVerified: false } }],
	['with a count from the start', { making: { count: 4_000_000_000 } }],
	['with extensions that are signed', { making: { extensions: new Map<string, Cbor>([['credProtect', 2]]) } }],
	['with an id of 1023 bytes', { making: { credentialId: Buffer.alloc(1023, 7) } }],
	['with keys in the client data that nobody knows', { making: { clientData: { other_keys: 'do not compare' } } }],
	['without crossOrigin', { making: { clientData: { crossOrigin: undefined } } }],
	['with a token binding', { making: { clientData: { tokenBinding: { status: 'supported' } } } }],
]

test.each(HONEST_MAKING)('a passkey that is made %s opens its account', async (_how, made) => {
	const { status, phone } = await signUp(made)
	expect([status, (await logIn(phone)).status]).toEqual([201, 200])
})

const HONEST_USE: [how: string, Parameters<typeof logIn>[1]][] = [
	['without its owner', { change: without('userHandle') }],
	['with its owner null', { change: within({ userHandle: null }) }],
	['with an empty owner', { change: within({ userHandle: '' }) }],
	['without attachment and extension results', {}],
	['with an attachment null', { change: (json) => ({ ...json, authenticatorAttachment: null }) }],
	['with an attachment of tomorrow', { change: (json) => ({ ...json, authenticatorAttachment: 'ring' }) }],
	['with extension results null', { change: (json) => ({ ...json, clientExtensionResults: null }) }],
	[
		'with extension results of bytes',
		{ change: (json) => ({ ...json, clientExtensionResults: { prf: { results: { first: { 0: 1, 1: 2 } } } } }) },
	],
	['with padding', { change: eachText(padded) }],
	['in plain base64', { change: eachText(plain) }],
	['with a count of 0', { using: { count: 0 } }],
	['with a count that falls', { using: { count: 1 } }],
	['synced, though it was made on one device', { using: { isSynced: true } }],
	['with extensions that are signed', { using: { extensions: new Map<string, Cbor>([['appid', true]]) } }],
	['with keys in the client data that nobody knows', { using: { clientData: { other_keys: 'do not compare' } } }],
	['without crossOrigin', { using: { clientData: { crossOrigin: undefined } } }],
	['with a token binding', { using: { clientData: { tokenBinding: { status: 'present', id: 'AA' } } } }],
]

test.each(HONEST_USE)('a passkey that is used %s opens its account', async (_how, used) => {
	const { phone } = await signUp()
	expect((await logIn(phone, { using: { count: 9 } })).status).toBe(200)
	expect(await logIn(phone, used)).toMatchObject({ status: 200 })
})

const SENTENCE = /^[A-Z][^{}[\]^$\\]{10,}[.?]?$/
const attested = (bytes: Buffer) => within({ attestationObject: bytes.toString('base64url') })
const clientData = (text: string) => within({ clientDataJSON: Buffer.from(text).toString('base64url') })
const P256_OFF_CURVE = new Map<number, Cbor>([
	[1, 2],
	[3, ES256],
	[-1, 1],
	[-2, Buffer.alloc(32, 1)],
	[-3, Buffer.alloc(32, 1)],
])

const FORGED_MAKING: [what: string, Parameters<typeof signUp>[0]][] = [
	['from a frame in another site', { making: { clientData: { crossOrigin: true } } }],
	['from a frame that names its top', { making: { clientData: { topOrigin: 'https://evil.example' } } }],
	['with a crossOrigin that is no boolean', { making: { clientData: { crossOrigin: 'no' } } }],
	['with a token binding of text', { making: { clientData: { tokenBinding: 'present' } } }],
	['of the other type', { making: { clientData: { type: 'webauthn.get' } } }],
	['from another origin', { making: { origin: 'http://localhost:7434' } }],
	['with the id of another', { change: (json) => ({ ...json, id: 'AAAA', rawId: 'AAAA' }) }],
	['with two ids', { change: (json) => ({ ...json, rawId: 'AAAA' }) }],
	['with an id of 1024 bytes', { making: { credentialId: Buffer.alloc(1024, 7) } }],
	['with an empty id', { making: { credentialId: Buffer.alloc(0) } }],
	['with an id of bytes', { change: (json) => ({ ...json, id: { 0: 1 }, rawId: [1, 2] }) }],
	[
		'with a key that is none',
		{
			making: {
				cose: new Map<number, Cbor>([
					[1, 2],
					[3, ES256],
				]),
			},
		},
	],
	['with a point beside the curve', { making: { cose: P256_OFF_CURVE } }],
	[
		'with a key of an unknown type',
		{
			making: {
				cose: new Map<number, Cbor>([
					[1, 9],
					[3, ES256],
					[-1, 1],
				]),
			},
		},
	],
	[
		'with a key of ES512',
		{
			making: {
				cose: new Map<number, Cbor>([
					[1, 2],
					[3, -36],
					[-1, 3],
				]),
			},
		},
	],
	[
		'with an endless RSA key',
		{
			making: {
				cose: new Map<number, Cbor>([
					[1, 3],
					[3, RS256],
					[-1, Buffer.alloc(4000, 255)],
					[-2, Buffer.alloc(3000, 255)],
				]),
			},
		},
	],
	['with CBOR of 8,000 lists in each other', { change: attested(Buffer.alloc(8000, 0x81)) }],
	['with CBOR of 8,000 tags', { change: attested(Buffer.alloc(8000, 0xc1)) }],
	['with a list of four billion', { change: attested(Buffer.from('9affffffff00', 'hex')) }],
	['with bytes of a petabyte', { change: attested(Buffer.from('5b000400000000000000', 'hex')) }],
	['with a map of four billion', { change: attested(Buffer.from('baffffffff', 'hex')) }],
	['with a number for a map', { change: attested(Buffer.of(1)) }],
	['with text for authenticator data', { change: attested(Buffer.from('a16861757468446174616161', 'hex')) }],
	['with nothing in it', { change: attested(Buffer.of(0xa0)) }],
	['with 13,000 characters', { change: within({ attestationObject: 'A'.repeat(13_000) }) }],
	['with an attestation of bytes', { change: within({ attestationObject: { 0: 163 } }) }],
	['with text for transports', { change: within({ transports: 'internal' }) }],
	['with transports that are no text', { change: within({ transports: [1, null] }) }],
	['with a hundred transports', { change: within({ transports: Array(100).fill('usb') }) }],
	['of another type', { change: (json) => ({ ...json, type: 'password' }) }],
	['as a list', { change: () => [] }],
	['as text', { change: () => 'passkey' }],
	['as null', { change: () => null }],
]

test.each(FORGED_MAKING)('a passkey that is made %s is refused with a sentence', async (_what, made) => {
	const { status, message } = await signUp(made)
	expect([400, 403]).toContain(status)
	expect(message).toMatch(SENTENCE)
})

const FORGED_USE: [what: string, Parameters<typeof logIn>[1]][] = [
	['from a frame in another site', { using: { clientData: { crossOrigin: true } } }],
	[
		'from a frame that names its top',
		{ using: { clientData: { crossOrigin: true, topOrigin: 'https://evil.example' } } },
	],
	['with a top but no frame', { using: { clientData: { topOrigin: 'https://evil.example' } } }],
	['with a token binding of text', { using: { clientData: { tokenBinding: 'present' } } }],
	['as if it was made', { using: { clientData: { type: 'webauthn.create' } } }],
	['from another origin', { using: { origin: 'http://localhost:7434' } }],
	['in the name of another', { change: within({ userHandle: 'AAAAAAAAAAAAAAAAAAAAAA' }) }],
	['with an owner that is no text', { change: within({ userHandle: { 0: 1 } }) }],
	['with a broken signature', { change: within({ signature: 'AAAA' }) }],
	['with a signature of bytes', { change: within({ signature: [48, 69] }) }],
	['with short authenticator data', { change: within({ authenticatorData: 'AAAA' }) }],
	[
		'with authenticator data of another',
		{ change: within({ authenticatorData: Buffer.alloc(37).toString('base64url') }) },
	],
	['with two ids', { change: (json) => ({ ...json, rawId: 'AAAA' }) }],
	['with client data of null', { change: clientData('null') }],
	['with client data of a number', { change: clientData('7') }],
	['with client data of a list', { change: clientData('[]') }],
	[
		'with client data of 4,000 lists in each other',
		{ change: clientData(`{"challenge":${'['.repeat(4000)}${']'.repeat(4000)}}`) },
	],
	['with client data that is no JSON', { change: clientData('{') }],
	['with a challenge that is no text', { using: { clientData: { challenge: { toString: 1 } } } }],
	['with letters that are no base64', { change: within({ clientDataJSON: 'ä ö' }) }],
	['without client data', { change: without('clientDataJSON') }],
	['of another type', { change: (json) => ({ ...json, type: 7 }) }],
	['as a list', { change: () => [] }],
	['as null', { change: () => null }],
]

test.each(FORGED_USE)('a passkey that is used %s is refused with a sentence', async (_what, used) => {
	const { phone } = await signUp()
	const { status, message } = await logIn(phone, used)
	expect([400, 401, 403]).toContain(status)
	expect(message).toMatch(SENTENCE)
	expect((await logIn(phone)).status).toBe(200)
})

test('names with letters that accounts do not have are refused before a passkey is made, and none breaks', async () => {
	for (const username of ['Ünal', '小明', 'أمل', '👩‍👩‍👧', 'a\u202eb', 'x'.repeat(300), '', 7, null, ['mum']]) {
		const { status, body } = await app.browser().post('/api/passkeys/sign-up/options', { username })
		expect(status).toBe(400)
		expect((body as { message: string }).message).toMatch(/^[A-Z]/)
	}
	expect(app.logged).toEqual([])
})
