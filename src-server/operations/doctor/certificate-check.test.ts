import { expect, test } from 'bun:test'
import { defaultConfig } from '#server/settings/config.ts'
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY, KEY_OF_ANOTHER } from '#server/testing/certificates.ts'
import { checkCertificate, checkPublicCertificate } from './certificate-check.ts'

const NOW = new Date('2026-03-10T12:00:00Z')
const check = ({ tlsCert = CERTIFICATE, tlsKey = KEY, publicUrl = null as URL | null, now = NOW } = {}) =>
	checkCertificate({ ...defaultConfig, tlsCert, tlsKey, publicUrl }, now)

test('where a proxy speaks https, or nobody, there is no certificate of ours to look at', () => {
	expect(checkCertificate(defaultConfig, NOW)).toEqual([])
})

test('a certificate for the public name, with its key and years to go, is well', () => {
	expect(check()).toMatchObject([{ state: 'ok' }])
	expect(check({ publicUrl: new URL('https://localhost/') })).toMatchObject([{ state: 'ok' }])
	expect(check({ publicUrl: new URL('https://127.0.0.1/') })).toMatchObject([{ state: 'ok' }])
})

test('one that has ended, or begins tomorrow, is a problem', () => {
	expect(check({ tlsCert: EXPIRED_CERTIFICATE })).toMatchObject([
		{ state: 'problem', says: expect.stringContaining(`${EXPIRED_CERTIFICATE} ended on 2021-`) },
	])
	expect(check({ now: new Date('2019-01-01') })).toMatchObject([
		{ state: 'problem', says: expect.stringContaining('not valid yet') },
	])
})

test('one that ends within two weeks is worth a warning, for its renewal has failed', () => {
	expect(check({ now: new Date('2119-12-20') })[0]?.says).toMatch(/ends in \d+ days, on /)
	expect(check({ now: new Date('2119-06-01') })).toMatchObject([{ state: 'ok' }])
})

test('one for another name, and one with the key of another, are problems', () => {
	expect(check({ publicUrl: new URL('https://rides.example.org/') })).toMatchObject([
		{ state: 'problem', says: expect.stringContaining('is not for rides.example.org') },
	])
	expect(check({ tlsKey: KEY_OF_ANOTHER })).toMatchObject([
		{ state: 'problem', says: expect.stringContaining('does not belong to the certificate') },
	])
})

test('behind a proxy it is the proxy’s certificate, of which the end is told; the server’s own is not looked at twice', async () => {
	using proxy = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: () => new Response(),
		tls: { cert: Bun.file(CERTIFICATE), key: Bun.file(KEY) },
	})
	const publicUrl = new URL(`https://localhost:${proxy.port}/`)
	const config = { ...defaultConfig, publicUrl }

	expect(await checkPublicCertificate(config, NOW)).toMatchObject([
		{ state: 'ok', says: expect.stringMatching(/^That of localhost:\d+, until 2120-01-01$/) },
	])
	expect(await checkPublicCertificate(config, new Date('2119-12-20'))).toMatchObject([
		{ state: 'warning', says: expect.stringMatching(/^That of localhost:\d+ ends in \d+ days, on /) },
	])
	expect(await checkPublicCertificate({ ...config, tlsCert: CERTIFICATE, tlsKey: KEY }, NOW)).toEqual([])
	expect(await checkPublicCertificate({ ...config, publicUrl: new URL('https://127.0.0.1:1/') }, NOW)).toEqual([])
})
