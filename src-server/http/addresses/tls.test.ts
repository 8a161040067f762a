import { expect, test } from 'bun:test'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
	CERTIFICATE,
	EXPIRED_CERTIFICATE,
	KEY,
	KEY_OF_ANOTHER,
	KEY_WITH_PASSPHRASE,
} from '#server/testing/certificates.ts'
import { launchLine } from '#server/testing/desktop-process.ts'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { lanAddresses } from './own-addresses.ts'
import { readTls } from './tls.ts'

const { start } = testServers()

const tlsFlags = (cert: string, key: string) => ['--tls-cert', cert, '--tls-key', key]
/** Sends a request as a browser whose user has accepted the certificate. */
const visit = (address: string, init: RequestInit = {}) =>
	fetch(address, { ...init, tls: { rejectUnauthorized: false } })

test('a server with a certificate speaks https and nothing else: in its banner, to browsers, and about its own address', async () => {
	const server = await start({ flags: [...tlsFlags(CERTIFICATE, KEY), '--lan'] })
	const { port } = new URL(server.origin)
	const [lan] = lanAddresses()

	const health = await visit(`${server.origin}/api/health`)
	const instance = await visit(`${server.origin}/api/instance`)

	expect(server.origin).toBe(`https://localhost:${port}`)
	expect(server.output.stdout).not.toContain('http://')
	if (lan) expect(server.output.stdout).toContain(`On this network  https://${lan}:${port}/`)
	expect(health.status).toBe(200)
	expect(await instance.json()).toMatchObject({ publicUrl: lan ? `https://${lan}:${port}` : null })

	const here = `https://127.0.0.1:${port}/api/health`
	expect((await fetch(here, { tls: { ca: readFileSync(CERTIFICATE, 'utf8') } })).status).toBe(200)
	expect(await fetch(here).catch(({ code }) => code)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
	const plain = await fetch(here.replace('https', 'http')).catch(() => null)
	expect(plain?.status).not.toBe(200)
})

test('a member who signs up over it gets cookies that never travel without it, from this origin only', async () => {
	const { origin } = await start({ flags: tlsFlags(CERTIFICATE, KEY) })
	const signUp = (from: string, username: string) =>
		visit(`${origin}/api/users`, {
			method: 'POST',
			body: JSON.stringify({ username, password: 'backseat' }),
			headers: { 'Content-Type': 'application/json', Origin: from },
		})

	const answer = await signUp(origin, 'mum')
	const [cookie = ''] = answer.headers.getSetCookie()

	expect(answer.status).toBe(201)
	expect(cookie).toMatch(/^__Host-backseat_session=[^;]+; Path=\/; .*; Secure; HttpOnly; SameSite=Lax$/)
	expect((await signUp(origin.replace('https', 'http'), 'dad')).status).toBe(403)
	const headers = { Cookie: cookie.split(';')[0] ?? '' }
	expect((await visit(`${origin}/api/user`, { headers })).status).toBe(200)
	expect(answer.headers.has('strict-transport-security')).toBe(false)
})

const notPem = join(freshFolder(), 'notes.txt')
writeFileSync(notPem, 'holiday pictures')
const brokenChain = join(freshFolder(), 'chain.pem')
writeFileSync(
	brokenChain,
	`${readFileSync(CERTIFICATE, 'utf8')}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
)
const folder = freshFolder()

const mistakes: [string, string, string, string][] = [
	['a certificate that is not there', '/gone.pem', KEY, 'Cannot read /gone.pem (tls-cert): ENOENT.'],
	['a key that is a folder', CERTIFICATE, folder, `Cannot read ${folder} (tls-key): EISDIR.`],
	['a file that is not a certificate', notPem, KEY, `${notPem} (tls-cert) holds no certificate in PEM form.`],
	['a chain with a hole in it', brokenChain, KEY, `${brokenChain} (tls-cert) holds no certificate in PEM form.`],
	['a file that is not a key', CERTIFICATE, notPem, `${notPem} (tls-key) holds no private key in PEM form.`],
	['the two mixed up', KEY, CERTIFICATE, `${KEY} (tls-cert) holds no certificate in PEM form.`],
	['a locked key', CERTIFICATE, KEY_WITH_PASSPHRASE, `The key in ${KEY_WITH_PASSPHRASE} (tls-key) has a passphrase.`],
	['another key', CERTIFICATE, KEY_OF_ANOTHER, `The key in ${KEY_OF_ANOTHER} does not belong to the certificate in`],
]
for (const [what, tlsCert, tlsKey, message] of mistakes)
	test(`${what} is refused in one line`, () => {
		const oneLine = new RegExp(`^${RegExp.escape(message)}[^\n]*$`)

		expect(() => readTls({ tlsCert, tlsKey })).toThrow(
			expect.objectContaining({ exitCode: 78, message: expect.stringMatching(oneLine) }),
		)
	})

test('what is wrong with a certificate stops the start before data or port are touched', async () => {
	const dataDir = join(freshFolder(), 'data')
	const taken = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() })

	const refusal = await runToEnd({
		flags: ['--data-dir', dataDir, '--port', String(taken.port), ...tlsFlags(CERTIFICATE, KEY_OF_ANOTHER)],
	})
	await taken.stop(true)

	expect(refusal).toMatchObject({ exitCode: 64, stdout: '' })
	expect(refusal.stderr).toMatch(/^The key in [^\n]+\n$/)
	expect(() => readdirSync(dataDir)).toThrow('ENOENT')
})

test('with a certificate that ran out it starts, and says so', async () => {
	const server = await start({ flags: tlsFlags(EXPIRED_CERTIFICATE, KEY) })

	expect((await visit(`${server.origin}/api/health`)).status).toBe(200)
	await server.says(`The certificate in ${EXPIRED_CERTIFICATE} ran out on 2021-01-01`, 'stderr')
})

test('the desktop app, which speaks plain http to its own window, refuses a certificate', async () => {
	const refusal = await runToEnd({
		flags: ['serve', '--desktop', '--data-dir', freshFolder(), ...tlsFlags(CERTIFICATE, KEY)],
		input: launchLine(),
	})

	expect(refusal.exitCode).toBe(78)
	expect(JSON.parse(refusal.stdout)).toMatchObject({ ready: false, code: 'bad_setting' })
	expect(refusal.stderr).toMatch(/^The desktop app speaks plain http[^\n]+\n$/)
})
