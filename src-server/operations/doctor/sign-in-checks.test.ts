import { afterAll, expect, test } from 'bun:test'
import { proxyUserReader } from '#server/http/identity/proxy-user.ts'
import { proxyNotes, removeProxyNote } from '#server/process/proxy-note.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { lyingProvider } from '#server/testing/lying-provider.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { checkProvider, checkProxyHeader } from './sign-in-checks.ts'

const provider = lyingProvider()
afterAll(provider.end)

test('the doctor says what the settings of the provider must say, or why nobody can log in with it', async () => {
	const look = (settings: object) => checkProvider({ ...defaultConfig, ...provider.settings, ...settings })

	expect(await checkProvider(defaultConfig)).toEqual([])
	expect(await look({})).toMatchObject([
		{
			state: 'ok',
			says: expect.stringContaining('Redirect URI for your provider: http://localhost:7433/oidc/callback'),
		},
	])
	expect(await look({ oidcIssuer: new URL(provider.issuer.replace('127.0.0.1', 'localhost')) })).toMatchObject([
		{ state: 'problem', says: expect.stringContaining(`calls itself ${provider.issuer}`) },
	])
	provider.tells({ answers: () => new Response('<html>', { status: 404 }) })
	expect(await look({})).toMatchObject([{ state: 'problem', says: expect.stringContaining('answers 404') }])
	expect(await look({ oidcIssuer: new URL('http://127.0.0.1:9') })).toMatchObject([
		{ state: 'problem', says: expect.stringContaining('ECONNREFUSED') },
	])
})

test('the doctor says what the proxy said last, and under which header', () => {
	const dataDir = freshFolder()
	const config = { ...defaultConfig, dataDir, proxyUserHeader: 'Remote-User', trustedProxies: ['172.18.0.2'] }
	let now = new Date('2030-01-01T12:00:00Z')
	const log = { warn: () => {} }
	const read = proxyUserReader(config, {
		isProxy: (peer) => peer === '172.18.0.2',
		log,
		note: proxyNotes(dataDir, () => now),
	})
	const look = (minutes: number) => checkProxyHeader(config, new Date(now.getTime() + minutes * 60_000))
	expect(checkProxyHeader(defaultConfig, now)).toEqual([])
	expect(look(0)).toMatchObject([{ state: 'unknown' }])

	read('203.0.113.9', new Headers({ 'Remote-User': 'eve' }))
	expect(look(0)).toMatchObject([{ state: 'unknown' }])
	read('172.18.0.2', new Headers({ 'Remote-User': 'mum' }))
	read('172.18.0.2', new Headers({ 'Remote-User': 'dad' }))
	expect(look(3)).toMatchObject([{ state: 'ok', says: 'The proxy at 172.18.0.2 said Remote-User: mum, 3 minutes ago' }])
	now = new Date('2030-01-01T12:05:00Z')
	read('172.18.0.2', new Headers({ 'X-Authentik-Username': 'mum' }))
	expect(look(0)).toMatchObject([
		{ state: 'warning', says: 'The proxy at 172.18.0.2 sent X-Authentik-Username but you set Remote-User.' },
	])
	removeProxyNote(dataDir)
	expect(look(0)).toMatchObject([{ state: 'unknown' }])
})
