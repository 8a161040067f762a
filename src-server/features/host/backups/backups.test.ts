import { afterEach, expect, setSystemTime, test } from 'bun:test'
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { HostBackups } from '#contract/host/backups.ts'
import type { JournalLine } from '#contract/host/journal.ts'
import { openDatabase } from '#db/database.ts'
import { noteGoodBackup } from '#server/features/host/backups/note-backup.ts'
import { backUpIfDue } from '#server/operations/backups/backup-schedule.ts'
import { type ServerBackups, serverBackups } from '#server/operations/backups/backup-worker-client.ts'
import { checkBackup } from '#server/operations/backups/check-backup.ts'
import { makeBackup, roomForBackups } from '#server/operations/backups/make-backup.ts'
import { overwritePage } from '#server/operations/backups/testing/damage.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'
import { familyFolder, fingerprint } from '#server/testing/family-data.ts'
import { type TestBrowser, type TestHost, testApp } from '#server/testing/test-app.ts'

const NAME = 'backseat-2026-11-20T09-30-00Z-daily.db'
const BY_HAND = 'backseat-2026-11-17T09-30-00Z-manual.db'
const OLDER = 'backseat-2026-11-19T09-30-00Z-daily.db'

const ends: (() => void)[] = []
afterEach(() => {
	for (const end of ends.splice(0)) end()
	setSystemTime()
})

/** A server with the family's data, its host, and one backup per name. */
async function server({
	names = [],
	freeBytes,
	...settings
}: Partial<Config> & { names?: string[]; freeBytes?: ServerBackups['freeBytes'] } = {}) {
	const dataDir = familyFolder()
	const folder = join(dataDir, 'backups')
	for (const name of names) makeBackup({ source: dataFileIn(dataDir), target: join(folder, name) })
	const made: string[] = []
	const real = serverBackups((path) => made.push(path))
	const backups = { ...real, freeBytes: freeBytes ?? real.freeBytes }
	ends.push(backups.stop)
	const app = testApp({ dataDir, ...settings }, { db: openDatabase(dataFileIn(dataDir)), backups })
	const host = await app.host()
	return { app, host, dataDir, folder, backups, made }
}

const list = async (host: TestBrowser) => (await host.get('/api/host/backups')).body as HostBackups

async function settled(host: TestBrowser): Promise<HostBackups> {
	for (;;) {
		const now = await list(host)
		if (!now.underWay && !now.backups.some(({ isBeingVerified }) => isBeingVerified)) return now
		await Bun.sleep(1)
	}
}

async function journal(host: TestHost) {
	const { body } = await host.get('/api/host/journal')
	return (body as { lines: JournalLine[] }).lines.map(({ by, actor, act, detail }) => ({ by, actor, act, detail }))
}

test('a host makes a backup: it is listed as verified, and stands in the journal', async () => {
	const { host, folder, made } = await server()

	const begun = await host.post('/api/host/backups')
	expect(begun).toMatchObject({ status: 202, body: { backups: [], underWay: { state: 'copying' }, failure: null } })
	const { underWay } = (await host.post('/api/host/backups')).body as HostBackups
	expect(underWay?.startedAt).toBe((begun.body as HostBackups).underWay?.startedAt as string)

	const { backups, failure } = await settled(host)
	const [name = '', ...others] = readdirSync(folder)
	expect(others).toEqual([])
	expect(failure).toBeNull()
	expect(backups).toEqual([
		{
			name,
			at: expect.any(String),
			kind: 'manual',
			bytes: expect.any(Number),
			isWhole: true,
			verifiedAt: expect.any(String),
			isBeingVerified: false,
			problem: null,
		},
	])
	expect(checkBackup(join(folder, name))).toMatchObject({ accounts: 6 })
	expect(made).toEqual([join(folder, name)])
	expect(await journal(host)).toEqual([{ by: 'host', actor: 'hostess', act: 'backup_made', detail: name }])
})

test('a host sees the backup that the server makes by itself, and it is nobody’s act', async () => {
	const { app, host, backups } = await server()
	const { config, context } = app

	const made = backUpIfDue(
		config,
		{ log: context.log, runs: backups.runs, made: (path) => noteGoodBackup(context, path) },
		new Date(),
	)
	expect((await list(host)).underWay).toMatchObject({ startedAt: expect.any(String) })
	expect((await host.post('/api/host/backups')).status).toBe(202)
	await made

	expect((await settled(host)).backups).toMatchObject([{ kind: 'daily', verifiedAt: expect.any(String) }])
	expect(await journal(host)).toEqual([])
})

test('why no backup was made is told, until one is made', async () => {
	const { app, host, dataDir } = await server({ backupDir: join(familyFolder(), 'not-mounted', 'backups') })
	const backupDir = app.config.backupDir ?? ''

	await host.post('/api/host/backups')
	const { failure, backups } = await settled(host)
	expect(backups).toEqual([])
	expect(failure?.reason).toBe(
		`Cannot make a backup in ${backupDir}: the folder around it is not there. Fix that, or set --backup-dir.`,
	)
	expect(await journal(host)).toEqual([])

	mkdirSync(dirname(backupDir))
	await host.post('/api/host/backups')
	expect(await settled(host)).toMatchObject({ failure: null, backups: [{ isWhole: true }] })
	expect(existsSync(join(dataDir, 'backups'))).toBe(false)
})

test('a backup is verified while the server answers; a damaged one is called that, and good no more', async () => {
	const { host, folder } = await server({ names: [NAME, OLDER] })
	const verify = (name: string) => host.post(`/api/host/backups/${name}/verify`)
	expect((await list(host)).backups.map(({ verifiedAt }) => verifiedAt)).toEqual([null, null])

	const begun = await verify(NAME)
	expect(begun).toMatchObject({ status: 202, body: { backups: [{ name: NAME, isBeingVerified: true }, {}] } })
	await verify(NAME)
	await verify(OLDER)
	expect((await settled(host)).backups).toMatchObject([
		{ verifiedAt: expect.any(String), problem: null },
		{ verifiedAt: expect.any(String), problem: null },
	])
	expect((await journal(host)).map(({ act, detail }) => [act, detail])).toEqual([
		['backup_verified', OLDER],
		['backup_verified', NAME],
	])

	overwritePage(join(folder, NAME))
	await verify(NAME)
	const [bad] = (await settled(host)).backups
	expect(bad).toMatchObject({ name: NAME, verifiedAt: null })
	expect(bad?.problem).toMatch(/^backseat-2026-11-20T09-30-00Z-daily\.db is damaged \(.+\)\. It was left as it is\.$/)
	expect(await journal(host)).toHaveLength(2)
})

test('a backup that was cut off or is gone is verified no more', async () => {
	const { host, folder, app } = await server({ names: [NAME, OLDER] })
	for (const name of [NAME, OLDER]) await host.post(`/api/host/backups/${name}/verify`)
	await settled(host)

	truncateSync(join(folder, NAME), 5000)
	rmSync(join(folder, OLDER))
	expect((await list(host)).backups).toMatchObject([{ name: NAME, isWhole: false, verifiedAt: null }])
	await host.post('/api/host/backups')
	await settled(host)
	expect(app.context.queries.backupChecks.allChecks().map(({ name }) => name)).not.toContain(OLDER)
})

test('a host downloads a backup as it lies there, once the journal says so', async () => {
	const { app, host, folder } = await server({ names: [NAME] })
	const cookie = [...host.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
	const ask = (method: string) =>
		app.ask(
			new Request(`http://localhost:7433/api/host/backups/${NAME}/file`, {
				method,
				headers: { Host: 'localhost:7433', Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' },
			}),
		)

	expect((await ask('HEAD')).status).toBe(200)
	expect(await journal(host)).toEqual([])
	const answer = await ask('GET')
	expect(answer.status).toBe(200)
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'content-type': 'application/vnd.sqlite3',
		'content-disposition': `attachment; filename="${NAME}"`,
		'cache-control': 'no-store',
		'x-content-type-options': 'nosniff',
	})
	expect(Buffer.from(await answer.arrayBuffer())).toEqual(readFileSync(join(folder, NAME)))
	expect(await journal(host)).toEqual([{ by: 'host', actor: 'hostess', act: 'backup_downloaded', detail: NAME }])
})

test('a link on another site downloads nothing, and a typed address does [T37]', async () => {
	const { host } = await server({ names: [NAME] })
	const download = (site: string) => host.get(`/api/host/backups/${NAME}/file`, { 'Sec-Fetch-Site': site })

	for (const site of ['cross-site', 'same-site'])
		expect(await download(site)).toMatchObject({ status: 403, body: { code: 'cross_site' } })
	expect(await journal(host)).toEqual([])
	expect((await download('none')).status).toBe(200)
})

test('over plain http, where browsers say less, the page with the link has to be ours [T37]', async () => {
	const { host } = await server({ names: [NAME], publicUrl: new URL('http://nas.example:8080') })
	const download = async (Referer: string, headers = {}) =>
		(await host.get(`/api/host/backups/${NAME}/file`, { Referer, ...headers })).status

	for (const elsewhere of [
		'http://evil.example/',
		'http://localhost:7434/host/backups',
		'http://localhost/host/backups',
		'http://localhost:7433.evil.example/',
		'http://localhost:7433@evil.example/',
		'https://evil.example/?http://localhost:7433/',
		'android-app://evil.example',
		'about:blank',
		'nonsense',
	])
		expect([elsewhere, await download(elsewhere)]).toEqual([elsewhere, 403])
	expect(await journal(host)).toEqual([])

	for (const ours of ['http://localhost:7433/host/backups', 'http://nas.example:8080/', ''])
		expect([ours, await download(ours)]).toEqual([ours, 200])
	expect(await download('http://localhost:7433/', { 'Sec-Fetch-Site': 'cross-site' })).toBe(403)
	expect(await download('http://evil.example/', { 'Sec-Fetch-Site': 'same-origin' })).toBe(200)
})

test('only the names of the list are backups: nothing else in the folder or beside it is handed out [T37]', async () => {
	const { host, folder, dataDir } = await server({ names: [NAME] })
	const linked = 'backseat-2026-11-18T09-30-00Z-manual.db'
	symlinkSync(dataFileIn(dataDir), join(folder, linked))
	mkdirSync(join(folder, OLDER))
	writeFileSync(join(folder, `${NAME}.partial`), 'half of one')
	const before = fingerprint(dataFileIn(dataDir))

	expect((await list(host)).backups.map(({ name }) => name)).toEqual([NAME])
	for (const name of [
		linked,
		OLDER,
		`${NAME}.partial`,
		`${NAME}%00`,
		`${NAME}%00.db`,
		`.%2F${NAME}`,
		`${NAME}%2F..%2F${NAME}`,
		'..%2Fbackseat.db',
		'%2e%2e%2fbackseat.db',
		'%2e%2e',
		'..%5Cbackseat.db',
		encodeURIComponent(dataFileIn(dataDir)),
		NAME.toUpperCase(),
		'%ff',
		'backseat.db',
	])
		for (const answer of [
			await host.get(`/api/host/backups/${name}/file`),
			await host.post(`/api/host/backups/${name}/verify`),
		])
			expect([name, answer.status]).toEqual([name, 404])
	expect(await journal(host)).toEqual([])
	expect(fingerprint(dataFileIn(dataDir))).toBe(before)
})

test('a host removes a backup that a host made by hand, and it stands in the journal', async () => {
	const { host, folder, app } = await server({ names: [BY_HAND, NAME] })
	await host.post(`/api/host/backups/${BY_HAND}/verify`)
	await settled(host)

	const { status, body } = await host.delete(`/api/host/backups/${BY_HAND}`)

	expect(status).toBe(200)
	expect((body as HostBackups).backups.map(({ name }) => name)).toEqual([NAME])
	expect(readdirSync(folder)).toEqual([NAME])
	expect(app.context.queries.backupChecks.allChecks()).toEqual([])
	expect((await journal(host))[0]).toEqual({ by: 'host', actor: 'hostess', act: 'backup_removed', detail: BY_HAND })
	expect((await host.delete(`/api/host/backups/${BY_HAND}`)).status).toBe(404)
})

test('what the server made by itself no host removes, nor what is not a backup, nor one that is being read [T37]', async () => {
	const beforeUpdate = 'backseat-2026-11-18T09-30-00Z-before-v7.db'
	const { host, folder, dataDir } = await server({ names: [NAME, beforeUpdate, BY_HAND] })
	writeFileSync(join(folder, 'holiday.jpg'), 'another’s')
	const remove = async (name: string) => {
		const { status, body } = await host.delete(`/api/host/backups/${name}`)
		return [status, (body as { code: string }).code]
	}

	for (const name of [NAME, beforeUpdate]) expect(await remove(name)).toEqual([409, 'not_by_hand'])
	for (const name of ['holiday.jpg', '..%2Fbackseat.db', '%2e%2e', `.%2F${BY_HAND}`])
		expect([name, (await remove(name))[0]]).toEqual([name, 404])
	await host.post(`/api/host/backups/${BY_HAND}/verify`)
	expect(await remove(BY_HAND)).toEqual([409, 'in_use'])
	await settled(host)

	expect(readdirSync(folder).toSorted()).toEqual([BY_HAND, NAME, beforeUpdate, 'holiday.jpg'].toSorted())
	expect(existsSync(dataFileIn(dataDir))).toBe(true)
	expect((await journal(host)).map(({ act }) => act)).toEqual(['backup_verified'])
})

test('of the backups that hosts make the newest ten stay, and every daily one [T37]', async () => {
	const nth = (day: number) => `backseat-2026-10-${String(day).padStart(2, '0')}T09-30-00Z-manual.db`
	const { host } = await server({ names: [NAME, ...Array.from({ length: 10 }, (_, day) => nth(day + 1))] })

	await host.post('/api/host/backups')

	const { backups } = await settled(host)
	expect(backups.map(({ kind }) => kind)).toEqual(['manual', 'daily', ...Array(9).fill('manual')])
	expect(backups.map(({ name }) => name)).not.toContain(nth(1))
})

test('where the disk has no room for two backups a host makes none; for two there is enough [T37]', async () => {
	let free = 0
	const { host, dataDir, folder } = await server({ names: [NAME], freeBytes: () => free })
	const needed = roomForBackups(dataFileIn(dataDir), 2)

	free = needed - 1
	expect(await host.post('/api/host/backups')).toMatchObject({
		status: 409,
		body: { code: 'no_room', message: expect.stringMatching(/^The disk is nearly full: \d+ MB must be free, /) },
	})
	expect(readdirSync(folder)).toEqual([NAME])

	free = roomForBackups(dataFileIn(dataDir), 2) + 1_000_000
	expect((await host.post('/api/host/backups')).status).toBe(202)
	await settled(host)
	expect(needed).toBeGreaterThan(roomForBackups(dataFileIn(dataDir), 1))
})

test('a download that comes in ranges is one line a minute for each file and host [T37]', async () => {
	setSystemTime(Date.UTC(2026, 10, 23, 12, 0, 5))
	const { app, host } = await server({ names: [NAME, OLDER] })
	const other = await app.host('other.host')
	const range = (browser: TestBrowser, name = NAME) =>
		browser.get(`/api/host/backups/${name}/file`, { Range: 'bytes=0-99' })

	for (let nth = 0; nth < 3; nth++) {
		expect((await range(host)).status).toBeOneOf([200, 206])
		await range(other)
	}
	await range(host, OLDER)
	setSystemTime(Date.UTC(2026, 10, 23, 12, 1, 5))
	await range(host)

	expect((await journal(host)).map(({ actor, detail }) => [actor, detail])).toEqual([
		['hostess', NAME],
		['hostess', OLDER],
		['other.host', NAME],
		['hostess', NAME],
	])
})

test('hosts cannot fill the disk with backups: twenty an hour, all hosts together', async () => {
	const { app, host, backups } = await server({ rateLimitScale: 1 })
	for (let nth = 0; nth < 20; nth++) app.limits.hostBackups.check('everybody')

	expect(await host.post('/api/host/backups')).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
	app.wait(180)
	expect((await host.post('/api/host/backups')).status).toBe(202)
	// Asking the API over and over would reach its own limit.
	while (backups.runs.underWay()) await Bun.sleep(1)
})

test('a folder that cannot be read is said to be that', async () => {
	const { host, folder } = await server()
	writeFileSync(folder, 'a file where the folder should be')

	expect(await host.get('/api/host/backups')).toMatchObject({ status: 503, body: { code: 'backups_unreadable' } })
})

test('where the data are in memory there are no backups, and none is made', async () => {
	const host = await testApp().host()

	expect(await list(host)).toMatchObject({ backups: [], underWay: null })
	expect((await host.post('/api/host/backups')).status).toBe(404)
	expect((await host.get(`/api/host/backups/${NAME}/file`)).status).toBe(404)
})
