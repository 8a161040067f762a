import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { Overview } from '#contract/host/overview.ts'
import { ratings } from '#db/schema.ts'
import { lookQuickly } from '#server/operations/doctor/quick-look.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const DAY_MS = 86_400_000
const look = async (browser: TestBrowser) => (await browser.get('/api/host')).body as Overview

test('a host reads how many people, ghosts and ratings there are, and how many came in the last seven days', async () => {
	setSystemTime(new Date('2026-03-01T23:59:59Z'))
	const app = testApp()
	const host = await app.host()
	const claimed = await app.ghost(host, 'Uncle Bob')
	await app.ghost(host, 'Aunt Ann')
	await app.rate(host, claimed.id)
	// The first of the seven days is the 2nd.
	setSystemTime(new Date('2026-03-08T00:00:00Z'))
	expect(await look(host)).toMatchObject({
		people: { all: 1, thisWeek: 0 },
		ghosts: { all: 2, thisWeek: 0 },
		ratings: { all: 1, thisWeek: 0 },
	})
	await app.member('mum')
	const ghost = await app.ghost(host, 'Cousin Cy')
	const rating = await app.rate(app.browser(), ghost.id)
	await app.claim(claimed, 'bob')
	const after = { people: { all: 3, thisWeek: 2 }, ghosts: { all: 2, thisWeek: 1 }, ratings: { all: 2, thisWeek: 1 } }

	expect(await look(host)).toMatchObject(after)

	app.db.orm.delete(ratings).where(sql`wire_id = ${rating.id}`).run()
	expect(await look(host)).toMatchObject({ ratings: { all: 1, thisWeek: 0 } })
})

test('a host of an empty instance counts one: themself', async () => {
	const { people, ghosts, ratings } = await look(await testApp().host())

	expect({ people, ghosts, ratings }).toEqual({
		people: { all: 1, thisWeek: 1 },
		ghosts: { all: 0, thisWeek: 0 },
		ratings: { all: 0, thisWeek: 0 },
	})
})

test('of road trips a host reads how many there are, and nothing else [spec 14.17]', async () => {
	const app = testApp()
	const [host, mum] = [await app.host(), await app.member('mum')]
	const before = await look(host)
	expect(before.trips).toBe(0)
	const trip = await mum.post('/api/trips', { name: 'To the sea', driverIds: [mum.id] })
	const { token } = trip.body as { token: string }

	expect(await look(host)).toEqual({ ...before, trips: 1 })

	await app.browser().post(`/api/trips/${token}/seat`)
	await mum.post(`/api/trips/${token}/arrive`)
	expect(await look(host)).toEqual({ ...before, trips: 1 })
	await mum.delete(`/api/trips/${token}`)
	expect((await look(host)).trips).toBe(0)
})

test('up since is when this process started, also when the clock is put right only later', async () => {
	const host = await testApp().host()
	const since = async () => new Date((await look(host)).upSince).getTime()
	const started = Date.now() - process.uptime() * 1000

	expect(Math.abs((await since()) - started)).toBeLessThan(2000)
	expect(await since()).toBe(await since())
	setSystemTime(Date.now() + 3 * DAY_MS)
	expect(Math.abs((await since()) - started - 3 * DAY_MS)).toBeLessThan(2000)
})

test('a host reads who may sign up, whether mail can be sent, and where people find the instance', async () => {
	const app = testApp({
		publicUrl: new URL('https://rides.example.org'),
		smtpUrl: 'smtps://house:mail-secret@mail.house.example',
		smtpFrom: 'rides@house.example',
	})
	const host = await app.member('hostess', app.browser({ origin: 'https://rides.example.org' }))
	app.context.queries.hosts.setHost(host.id, true)

	const overview = await look(host)

	expect(overview).toMatchObject({ signup: 'open', mail: true })
	expect(overview.addresses).toEqual([
		{ kind: 'public', url: 'https://rides.example.org/' },
		{ kind: 'this-computer', url: 'http://localhost:7433/' },
	])
	expect(JSON.stringify(overview)).not.toContain('house.example')
})

test('under the desktop app no other browser of this computer is sent to an address that refuses it', async () => {
	const { addresses } = await look(await testApp({}, { isDesktop: true }).host())

	expect(addresses).toEqual([])
})

test('without a data folder there is nothing to say about it', async () => {
	const nothing = { dataBytes: null, newestBackupAt: null, findings: [], passkeys: [] }
	expect(await look(await testApp().host())).toMatchObject(nothing)
})

test('what the doctor sees from inside is told with its next step, and where on the page that is', async () => {
	const config = { ...defaultConfig, dataDir: familyFolder(), backupKeepDaily: 0 }
	const app = testApp({}, { lookAtFolder: (now, newestRow) => lookQuickly(config, { now, newestRow, isWell: true }) })
	const host = await app.host()

	const { dataBytes, newestBackupAt, findings } = await look(host)

	expect(dataBytes).toBeGreaterThan(10_000)
	expect(newestBackupAt).toBeNull()
	expect(findings).toContainEqual({
		about: 'Backups',
		state: 'warning',
		says: 'There is none, and backup-keep-daily 0 makes none.',
		todo: 'Make one: backseat backup create; or remove that setting.',
		texts: {
			says: { text: 'There is none, and backup-keep-daily 0 makes none.' },
			todo: { text: 'Make one: backseat backup create; or remove that setting.' },
		},
		part: 'backups',
		key: null,
		accepted: false,
	})
	expect(findings).toContainEqual(expect.objectContaining({ about: 'Clock', state: 'ok', todo: null, part: null }))
})

test('when the clock is wrong a host learns the day of the newest data, and not at what hour a guest rated', async () => {
	const config = { ...defaultConfig, dataDir: familyFolder() }
	const app = testApp({}, { lookAtFolder: (now, newestRow) => lookQuickly(config, { now, newestRow, isWell: true }) })
	const host = await app.host()
	setSystemTime(new Date('2027-06-05T14:23:00Z'))
	await app.rate(app.browser(), host.id)
	setSystemTime()

	const { findings } = await look(host)

	const clock = findings.find(({ about }) => about === 'Clock')
	expect(clock).toMatchObject({ state: 'problem', says: expect.stringContaining('from 2027-06-05 00:00 UTC') })
	expect(JSON.stringify(findings)).not.toContain('14:23')
})

/** An instance that stores backups on the disk of its data and has made none. */
async function lit() {
	const config = { ...defaultConfig, dataDir: familyFolder(), backupKeepDaily: 0 }
	const app = testApp({}, { lookAtFolder: (now, newestRow) => lookQuickly(config, { now, newestRow, isWell: true }) })
	const host = await app.host()
	await host.confirm()
	const accept = (key: string, who: TestBrowser = host) => who.post(`/api/host/lights/${key}/accept`)
	const place = async () => (await look(host)).findings.find(({ about }) => about === 'Place of backups')
	return { app, host, accept, place }
}

test('a host calls a light fine that needs no act now: it is out for 30 days, and in the journal [spec 12.15]', async () => {
	setSystemTime(new Date('2026-06-01T12:00:30Z'))
	const { host, accept, place } = await lit()
	expect(await place()).toMatchObject({ state: 'warning', key: 'place-of-backups', accepted: false })

	expect((await accept('place-of-backups')).status).toBe(204)
	expect((await accept('place-of-backups')).status).toBe(204)

	expect(await place()).toMatchObject({ state: 'warning', accepted: true })
	const { lines } = (await host.get('/api/host/journal')).body as { lines: object[] }
	expect(lines.filter((line) => 'act' in line && line.act === 'light_accepted')).toMatchObject([
		{ by: 'host', actor: host.username, detail: 'place-of-backups' },
	])
	setSystemTime(new Date('2026-07-01T12:00:29Z'))
	expect(await place()).toMatchObject({ accepted: false })
})

test('only a light that is on and may be left at that can be called fine, and only by a host with the password [spec 12.15]', async () => {
	const { app, accept, place } = await lit()
	for (const key of ['backups', 'clock', 'nonsense', 'place-of-backups%2F', 'Place of backups'])
		expect([key, (await accept(encodeURIComponent(key))).status]).toEqual([key, 404])
	expect((await accept('place-of-backups', app.browser())).status).toBe(401)
	expect(await accept('place-of-backups', await app.member('mum'))).toMatchObject({
		status: 403,
		body: { code: 'not_host' },
	})
	expect(await place()).toMatchObject({ accepted: false })
})

test('whoever downloads a backup has it elsewhere: for 30 days its place is no light [spec 12.15]', async () => {
	const { app, place } = await lit()
	const at = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS)
	const downloaded = (daysAgo: number) =>
		app.context.queries.journal.insertLine({ at: at(daysAgo), by: 'host', act: 'backup_downloaded', detail: 'a.db' })

	downloaded(30.1)
	expect(await place()).toMatchObject({ accepted: false })
	downloaded(29.9)

	expect(await place()).toMatchObject({ accepted: true })
})
