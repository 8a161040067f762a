import { expect, spyOn, test } from 'bun:test'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Instance } from '#contract/instance.ts'
import { openDatabase } from '#db/database.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { addMember } from '#server/features/accounts/users.ts'
import { lanAddresses } from '#server/http/addresses/own-addresses.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { VERSION } from '#server/version.ts'

test('a browser learns what it must know of this instance, and no more', async () => {
	const app = testApp({
		publicUrl: new URL('https://rides.example.org/'),
		signup: 'invite',
		posthogKey: 'phc_secret',
		posthogHost: 'http://127.0.0.1:9',
	})

	const { status, body } = await app.browser().get('/api/instance')

	expect(status).toBe(200)
	const withoutSettings = {
		product: 'Backseat',
		version: VERSION,
		publicUrl: null,
		signup: 'open',
		analytics: false,
		mail: false,
		signIn: { passkeys: true, oidc: null, password: true, proxy: null },
		needsHost: true,
		tracesStayUntilNight: false,
		eveningPost: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z$/),
		push: null,
	}
	const settings = { publicUrl: 'https://rides.example.org', signup: 'invite', analytics: true }
	expect(body).toEqual({ ...withoutSettings, ...settings })
	expect((await testApp().browser().get('/api/instance')).body).toEqual(withoutSettings)
})

test('a browser learns when the evening post comes next, where the server is [spec 13.24]', async () => {
	let now = new Date('2026-01-14T12:59:59.999Z')
	const app = testApp({ timeZone: 'Asia/Kolkata' }, { now: () => now })
	const next = async () => ((await app.browser().get('/api/instance')).body as Instance).eveningPost

	expect(await next()).toBe('2026-01-14T13:00:00.000Z')
	now = new Date('2026-01-14T13:00:00.000Z')
	expect(await next()).toBe('2026-01-15T13:00:00.000Z')
	now = new Date('2025-01-14T12:00:00.000Z')
	expect(await next()).toBe('2025-01-14T13:00:00.000Z')
})

test('a browser learns where the file is so large that it is rewritten at night only [T10]', async () => {
	const saysAt = async (bytes: number) => {
		const app = testApp({}, { db: { ...freshDatabase(), bytes: () => bytes } })
		return ((await app.browser().get('/api/instance')).body as Instance).tracesStayUntilNight
	}

	expect(await saysAt(256 * 2 ** 20 - 1)).toBe(false)
	expect(await saysAt(256 * 2 ** 20)).toBe(true)
})

test('a browser learns whether a forgotten password can be reset by mail, and nothing of the mail server', async () => {
	const withMail = {
		smtpUrl: 'smtps://house:mail-secret@mail.house.example',
		smtpFrom: 'rides@house.example',
		publicUrl: new URL('https://rides.example.org/'),
	}
	const mailOf = async (settings: Parameters<typeof testApp>[0]) => {
		const { body } = await testApp(settings).browser().get('/api/instance')
		expect(JSON.stringify(body)).not.toContain('house')
		return (body as { mail: boolean }).mail
	}

	expect(await mailOf(withMail)).toBe(true)
	// A message needs a sender, and an address for its links.
	expect(await mailOf({ ...withMail, smtpFrom: null })).toBe(false)
	expect(await mailOf({ ...withMail, publicUrl: null })).toBe(false)
	expect(await mailOf({ publicUrl: withMail.publicUrl })).toBe(false)
})

test('links that are to work on the phones in the room start with the address on the network, by its real port', async () => {
	const [lan] = lanAddresses()
	const app = testApp({ host: '0.0.0.0', port: 40_123, basePath: '/rides' })

	const { body } = await app.browser().get('/rides/api/instance')

	expect(body).toMatchObject({ publicUrl: lan ? `http://${lan}:40123/rides` : null })
})

test('a public address includes the path that the pages are under', async () => {
	const app = testApp({ publicUrl: new URL('https://rides.example.org'), basePath: '/rides' })

	expect((await app.browser().get('/rides/api/instance')).body).toMatchObject({
		publicUrl: 'https://rides.example.org/rides',
	})
})

test('an address for the phones changes nothing about who may call the server, or about its cookies', async () => {
	const app = testApp({ host: '0.0.0.0', port: 7433 })
	const [lan = '192.168.1.5'] = lanAddresses()
	const foreign = { Origin: `http://${lan}:7433` }

	expect((await app.browser({ origin: 'http://evil.example' }).get('/api/instance')).status).toBe(421)
	expect((await app.browser().post('/api/logout', undefined, foreign)).status).toBe(403)
	const { cookies } = await app.browser().post('/api/users', { username: 'mum', password: 'backseat' })
	expect(cookies).toEqual([expect.stringMatching(/^backseat_session=.*SameSite=Lax$/)])
})

const needsHost = async (app: ReturnType<typeof testApp>) =>
	((await app.browser().get('/api/instance')).body as Instance).needsHost

test('an instance needs a host until somebody is, whoever signs up in the meantime [T69] [spec 15.40]', async () => {
	const app = testApp()
	expect(await needsHost(app)).toBe(true)
	await app.member('mum')
	expect(await needsHost(app)).toBe(true)

	await app.host()

	expect(await needsHost(app)).toBe(false)
})

test('whether it needs one is looked up after a write, of another program too, and not by each who asks', async () => {
	const path = join(freshFolder(), 'backseat.db')
	const app = testApp({}, { db: openDatabase(path) })
	const hasHost = spyOn(app.context.queries.hosts, 'hasHost')
	for (let i = 0; i < 5; i++) expect(await needsHost(app)).toBe(true)
	expect(hasHost).toHaveBeenCalledTimes(1)

	// Stands for another program, such as a command, or for the worker thread.
	const beside = testContext({}, { db: openDatabase(path) })
	const { id } = addMember(beside, { username: 'mum', email: null, passwordHash: 'x', avatarId: 1 })
	beside.db.write(() => beside.queries.hosts.setHost(id, true))
	// Another program's write is visible after a millisecond at most.
	await Bun.sleep(2)
	for (let i = 0; i < 5; i++) expect(await needsHost(app)).toBe(false)
	expect(hasHost).toHaveBeenCalledTimes(2)
	beside.db.write(() => beside.queries.users.deleteUsers([id]))
	await Bun.sleep(2)
	expect(await needsHost(app)).toBe(true)
	for (const { db } of [app, beside]) db.close()
})

test('in the desktop edition the person at the computer is host: nobody is sent to a link that was never printed', async () => {
	expect(await needsHost(testApp({}, { isDesktop: true }))).toBe(false)
})

test('a server whose data file cannot be written to is alive but not ready', async () => {
	const app = testApp()
	app.db.orm.run(sql`PRAGMA query_only = ON`)

	expect(await app.browser().get('/api/ready')).toMatchObject({ status: 503, body: { code: 'not_ready' } })
	const health = { status: 200, body: { status: 'ok', version: VERSION } }
	expect(await app.browser().get('/api/health')).toMatchObject(health)
})

test('a server whose data are not of today’s schema is not ready', async () => {
	const app = testApp()
	app.db.orm.run(sql`PRAGMA user_version = 0`)

	expect(await app.browser().get('/api/ready')).toMatchObject({ status: 503, body: { code: 'not_ready' } })
})

test('a monitor that asks all day whether it is ready leaves nothing in the data', async () => {
	const app = testApp()
	await app.rate(await app.member('mum'), 2)
	const all = () =>
		['ratings', 'driver_stats', 'users', 'sqlite_sequence'].map((table) => app.db.orm.all(`SELECT * FROM ${table}`))
	const before = all()

	for (const _ of [1, 2, 3])
		expect(await app.browser().get('/api/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })

	expect(all()).toEqual(before)
})

test('in a flood of requests the data are checked ten times a second, and the others get the same answer [B20]', async () => {
	const app = testApp({ rateLimitScale: 1 })
	const isReady = async () => (await app.browser().get('/api/ready')).status
	for (let i = 0; i < 10; i++) expect(await isReady()).toBe(200)

	app.db.close()
	expect(await isReady()).toBe(200)
	app.wait(0.1)
	expect(await isReady()).toBe(503)
	expect(await isReady()).toBe(503)
})
