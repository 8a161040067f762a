import { expect, test } from 'bun:test'
import { importJWK, jwtVerify } from 'jose'
import { newPushKey } from '#server/features/news/push-key.ts'
import { pushBrowser } from '#server/testing/push-browser.ts'
import { areBrowserKeys, type Ephemeral, encryptPush, vapidHeader } from './push-encryption.ts'

const bytes = (text: string) => Uint8Array.fromBase64(text, { alphabet: 'base64url' })
const base64url = (of: Uint8Array) => of.toBase64({ alphabet: 'base64url', omitPadding: true })

/** RFC 8291, section 5 and appendix A. */
const RFC = {
	text: 'When I grow up, I want to be a watermelon',
	serverPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
	serverPublic: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
	p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
	auth: 'BTBZMqHH6r4Tts7J_aSIgg',
	salt: 'DGv6ra1nlYgDCS1FRnbzlw',
	body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

async function ephemeralOfTheRfc(): Promise<Ephemeral> {
	const point = bytes(RFC.serverPublic)
	const [x, y] = [point.slice(1, 33), point.slice(33)].map(base64url)
	const jwk = { kty: 'EC', crv: 'P-256', x, y, ext: true } as JsonWebKey
	const curve = { name: 'ECDH', namedCurve: 'P-256' }
	return {
		keys: {
			privateKey: await crypto.subtle.importKey('jwk', { ...jwk, d: RFC.serverPrivate }, curve, true, ['deriveBits']),
			publicKey: await crypto.subtle.importKey('jwk', jwk, curve, true, []),
		},
		salt: bytes(RFC.salt),
	}
}

test('a message is encrypted byte for byte like the example of RFC 8291', async () => {
	const keys = { p256dh: bytes(RFC.p256dh), auth: bytes(RFC.auth) }

	const body = await encryptPush(new TextEncoder().encode(RFC.text), keys, { ephemeral: await ephemeralOfTheRfc() })

	expect(base64url(body)).toBe(RFC.body)
})

test('a browser reads its messages, each is encrypted anew, and all up to 128 bytes are as long', async () => {
	const browser = pushBrowser()
	const texts = ['{}', '{"v":1,"kind":"ratings","count":2}', 'é'.repeat(64)]

	const bodies = await Promise.all(
		[...texts, ...texts].map((text) => encryptPush(new TextEncoder().encode(text), browser.keys, { padTo: 128 })),
	)

	expect(bodies.map(browser.read)).toEqual([...texts, ...texts])
	expect(new Set(bodies.map(({ length }) => length))).toEqual(new Set([16 + 4 + 1 + 65 + 128 + 1 + 16]))
	expect(new Set(bodies.map(base64url)).size).toBe(6)
	expect(() => pushBrowser().read(bodies[0] as Uint8Array)).toThrow()
})

test('keys that no browser has made are recognised', async () => {
	const { keys } = pushBrowser()
	const { p256dh, auth } = keys
	expect(await areBrowserKeys(keys)).toBe(true)

	const offTheCurve = p256dh.slice()
	offTheCurve[64] = (offTheCurve[64] as number) ^ 1
	const compressed = Uint8Array.of(2, ...p256dh.slice(1, 33))
	const wrong = [
		offTheCurve,
		compressed,
		p256dh.slice(0, 64),
		new Uint8Array(65),
		Uint8Array.of(4, ...new Uint8Array(64)),
	]
	for (const point of wrong) expect(await areBrowserKeys({ p256dh: point, auth })).toBe(false)
	expect(await areBrowserKeys({ p256dh, auth: auth.slice(1) })).toBe(false)
})

test('a push service can verify who sends, for itself alone and for half a day', async () => {
	const key = newPushKey()
	const endpoint = new URL('https://fcm.googleapis.com/fcm/send/abc')
	const now = new Date()

	const header = await vapidHeader(key, { endpoint, contact: 'mailto:host@home.example', now })

	const [, token = '', point = ''] = /^vapid t=([\w.-]+), k=([\w-]{87})$/.exec(header) ?? []
	expect(bytes(point)).toEqual(new Uint8Array(key.publicKey))
	const [x, y] = [bytes(point).slice(1, 33), bytes(point).slice(33)].map(base64url)
	const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x, y } as JsonWebKey, 'ES256')
	const { payload, protectedHeader } = await jwtVerify(token, publicKey, { audience: 'https://fcm.googleapis.com' })
	expect(payload).toEqual({
		aud: 'https://fcm.googleapis.com',
		exp: Math.floor(now.getTime() / 1000) + 43_200,
		sub: 'mailto:host@home.example',
	})
	expect(protectedHeader).toEqual({ typ: 'JWT', alg: 'ES256' })
})
