import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StorageTrouble } from '#db/file/storage-trouble.ts'
import { backupName } from '#server/operations/backups/backup-folder.ts'
import { backupRuns } from '#server/operations/backups/backup-worker-client.ts'
import type { Config } from '#server/settings/config.ts'
import { CERTIFICATE, EXPIRED_CERTIFICATE, KEY } from '#server/testing/certificates.ts'
import { familyFolder } from '#server/testing/family-data.ts'
import { testContext } from '#server/testing/test-context.ts'
import { type Found, troubleFinder, troubles, wordsOf } from './troubles.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function server({ bornHoursAgo = 0, ...settings }: Partial<Config> & { bornHoursAgo?: number } = {}) {
	const dataDir = familyFolder()
	let at = Date.now() + bornHoursAgo * HOUR_MS
	let trouble: StorageTrouble | null = null
	const clock = { now: () => new Date(at), schedule: () => ({ cancel: () => {} }) }
	const context = testContext({ dataDir, backupDir: join(dataDir, 'backups'), ...settings }, { clock })
	const runs = backupRuns(clock.now)
	const db = { ...context.db, trouble: () => trouble }
	const find = troubleFinder({ config: context.config, db, clock }, runs, '1.2.3')
	const backUp = () => {
		mkdirSync(join(dataDir, 'backups'), { recursive: true })
		cpSync(join(dataDir, 'backseat.db'), join(dataDir, 'backups', backupName(new Date(at), 'daily')))
	}
	return {
		dataDir,
		runs,
		backUp,
		now: clock.now,
		breaks: (now: StorageTrouble | null) => {
			trouble = now
		},
		async findAfter(minutes: number, since: Parameters<typeof find>[0] = {}) {
			let found: Found = {}
			for (let minute = 0; minute < minutes; minute++) {
				at += MINUTE_MS
				found = { ...found, ...(await find(since)) }
			}
			// Troubles that could not be checked are left out.
			const isKnown = ([, says]: [string, string | null]) => says !== undefined
			return Object.fromEntries(Object.entries(found).filter(isKnown)) as Found
		},
		sleep(hours: number) {
			at += hours * HOUR_MS
		},
	}
}

function noteLeft(dataDir: string, leftOn: number) {
	using sqlite = new Sqlite(join(dataDir, 'backseat.db'))
	sqlite.run("INSERT INTO left_members VALUES (104, ?, 'go')", [leftOn])
}

/** Makes the data file a sparse one of 8 TB, which takes no space. */
function seemEnormous(dataDir: string) {
	truncateSync(join(dataDir, 'backseat.db'), 8e12)
}

test('of a server that is well, everything is known to be well within minutes', async () => {
	const well = server()
	well.backUp()

	expect({ ...(await well.findAfter(11)), disk: null }).toEqual({
		damage: null,
		disk: null,
		backup: null,
		overdue: null,
		left: null,
		elsewhere: null,
		certificate: null,
	})
})

test('a backup that still holds a deleted account days after it should not is a trouble, until it is gone [B32]', async () => {
	const { dataDir, backUp, findAfter, now, sleep } = server()
	backUp()
	noteLeft(dataDir, now().getTime() - 37 * 24 * HOUR_MS)
	expect(await findAfter(1)).toMatchObject({ left: null })

	sleep(48)
	expect(await findAfter(1)).toMatchObject({
		left: '1 file could not be rewritten without what was deleted more than 35 days ago.',
	})
	rmSync(join(dataDir, 'backups'), { recursive: true })
	sleep(7)
	expect(await findAfter(1)).toMatchObject({ left: null })
})

test('a disk that fails, is damaged or full is known at the next look, and so is its end', async () => {
	const { breaks, findAfter } = server()

	breaks('damaged')
	expect(await findAfter(1)).toMatchObject({ damage: expect.stringContaining('Nothing new is saved') })
	breaks('failing')
	expect(await findAfter(1)).toMatchObject({ damage: expect.stringContaining('The disk fails') })
	breaks('full')
	expect(await findAfter(1)).toMatchObject({ damage: null, disk: expect.stringContaining('The disk is full') })
	breaks(null)
	expect(await findAfter(1)).toMatchObject({ damage: null })
})

test('a database larger than a third of the free room is below the doctor’s line, and both sizes are told', async () => {
	const { dataDir, findAfter } = server()
	seemEnormous(dataDir)

	expect(await findAfter(1)).toMatchObject({
		disk: expect.stringMatching(/^Disk space: [\d.]+ [MG]B free, the database has [\d.]+ GB\.$/),
	})
})

test('a backup that failed is known at once, also when it could not even be begun; the next good one ends it', async () => {
	const { runs, findAfter, now } = server()
	runs.failedToStart()
	expect(await findAfter(1)).toMatchObject({ backup: 'The last backup could not be made.' })

	const told = { backup: now() }
	const next = server()
	expect(await next.findAfter(11, told)).not.toHaveProperty('backup')
	next.sleep(1)
	next.backUp()
	expect(await next.findAfter(11, told)).toMatchObject({ backup: null })
})

test('without a daily backup for 48 hours it is overdue, once a start has had time to make it', async () => {
	const { findAfter, backUp } = server({ bornHoursAgo: 49 })

	expect(await findAfter(9)).not.toHaveProperty('overdue')
	expect(await findAfter(3)).toMatchObject({ overdue: expect.stringContaining('The newest daily backup is older') })
	backUp()
	expect(await findAfter(11)).toMatchObject({ overdue: null })
})

test('a machine that has slept for days has an hour to make the backup', async () => {
	const { findAfter, sleep } = server()
	await findAfter(15)
	sleep(72)

	expect(await findAfter(60)).not.toHaveProperty('overdue')
	expect(await findAfter(21)).toHaveProperty('overdue', expect.any(String))
})

test('a backup that is only here is a trouble until the next one is carried elsewhere, also over a restart', async () => {
	const { dataDir, findAfter } = server({ backupCommand: '/home/lena/carry-away' })
	const kept = join(dataDir, 'backup-command.json')
	writeFileSync(kept, JSON.stringify({ at: Date.now(), reason: 'ended with exit code 3' }))
	expect(await findAfter(1)).toMatchObject({ elsewhere: 'backup-command ended with exit code 3.' })

	rmSync(kept)
	expect(await findAfter(11)).toMatchObject({ elsewhere: null })
})

test('an operator who wants no daily backups is not told that there are none', async () => {
	const { findAfter } = server({ bornHoursAgo: 100, backupKeepDaily: 0 })

	expect(await findAfter(31)).toMatchObject({ overdue: null })
})

test('a folder of backups that cannot be read neither begins nor ends a trouble', async () => {
	const { dataDir, findAfter, now } = server({ bornHoursAgo: 49 })
	writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be')

	const found = await findAfter(15, { backup: now() })

	expect(found).not.toHaveProperty('overdue')
	expect(found).not.toHaveProperty('backup')
})

test('a certificate that ends within two weeks is found, the server’s own as well as that of a proxy in front', async () => {
	const own = server({ tlsCert: EXPIRED_CERTIFICATE, tlsKey: KEY })
	expect(await own.findAfter(1)).toMatchObject({ certificate: expect.stringMatching(/^It ended on 2021-/) })

	using proxy = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: () => new Response(),
		tls: { cert: Bun.file(EXPIRED_CERTIFICATE), key: Bun.file(KEY) },
	})
	const behind = server({ publicUrl: new URL(`https://127.0.0.1:${proxy.port}/`) })
	expect(await behind.findAfter(1)).toMatchObject({ certificate: expect.stringMatching(/^It ended on 2021-/) })
	proxy.stop(true)
	behind.sleep(7)
	expect(await behind.findAfter(1)).toMatchObject({ certificate: expect.stringMatching(/^It ended on 2021-/) })

	using renewed = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: () => new Response(),
		tls: { cert: Bun.file(CERTIFICATE), key: Bun.file(KEY) },
	})
	const fine = server({ publicUrl: new URL(`https://localhost:${renewed.port}/`) })
	expect(await fine.findAfter(1)).toMatchObject({ certificate: null })
})

test('where nobody answers at the public address nothing is known of its certificate', async () => {
	const { findAfter } = server({ publicUrl: new URL('https://127.0.0.1:1/') })

	expect(Object.keys(await findAfter(1))).not.toContain('certificate')
})

test('no alert names a person or a path, whatever the folders are called [T66]', async () => {
	const name = 'lena-fischer'
	const backupDir = join(familyFolder(), name)
	using feed = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response(`version: 9.9.9\nby: ${name}`) })
	const { dataDir, runs, breaks, findAfter } = server({
		bornHoursAgo: 49,
		backupDir,
		tlsCert: EXPIRED_CERTIFICATE,
		tlsKey: KEY,
		backupCommand: `/home/${name}/carry-away`,
		alertNewVersion: new URL(`http://127.0.0.1:${feed.port}/${name}.yml`),
	})
	runs.failedToStart()
	breaks('failing')
	cpSync(join(dataDir, 'backseat.db'), join(dataDir, 'backseat.db.before-restore-2026-01-06T08-00-00Z'))
	noteLeft(dataDir, 0)
	seemEnormous(dataDir)
	writeFileSync(join(dataDir, 'backup-command.json'), JSON.stringify({ at: 0, reason: 'was not found' }))

	const found = JSON.stringify(await findAfter(12))
	const words = JSON.stringify(troubles.map(wordsOf))

	expect(Object.values<unknown>(JSON.parse(found)).map((says) => typeof says)).toEqual(troubles.map(() => 'string'))
	for (const text of [found, words]) expect(text).not.toMatch(/lena|\/(?!\/)[a-z]/i)
})

test('a release page that redirects to its newest tag names a version, and nobody goes there', async () => {
	let location = ''
	const visited: string[] = []
	using feed = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: ({ url }) => {
			visited.push(new URL(url).pathname)
			return new Response(null, { status: 302, headers: { location } })
		},
	})
	const alertNewVersion = new URL(`http://127.0.0.1:${feed.port}/latest.yml`)
	const found = async (to: string) => {
		location = to
		const { config, db, clock } = testContext({ dataDir: familyFolder(), alertNewVersion })
		return (await troubleFinder({ config, db, clock }, backupRuns(clock.now), '1.2.9')({})).version
	}

	expect(await found('/a/b/releases/download/v1.3.0/latest.yml')).toBe('It is 1.3.0; this server is 1.2.9.')
	expect(await found('/a/b/releases/tag/v1.2.9')).toBeNull()
	expect(await found('/a/b/login?from=1.3.0')).toBeUndefined()
	expect(visited).toEqual(['/latest.yml', '/latest.yml', '/latest.yml'])
})

test('a new version is a trouble only where the operator said where to ask, once a day, and ends with the update', async () => {
	let text = 'version: 1.3.0\npath: Backseat.AppImage\n'
	let asked = 0
	using feed = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch: () => {
			asked += 1
			return new Response(text)
		},
	})
	const alertNewVersion = new URL(`http://127.0.0.1:${feed.port}/latest.yml`)
	const looks = async (settings: Partial<Config>, version: string) => {
		const { config, db, clock } = testContext({ dataDir: familyFolder(), ...settings })
		return (await troubleFinder({ config, db, clock }, backupRuns(clock.now), version)({})).version
	}

	expect(await looks({ alertNewVersion }, '1.2.9')).toBe('It is 1.3.0; this server is 1.2.9.')
	expect(await looks({ alertNewVersion }, '1.3.0')).toBeNull()
	expect(await looks({}, '1.2.9')).toBeUndefined()
	text = 'version: <script>'
	expect(await looks({ alertNewVersion }, '1.2.9')).toBeUndefined()
	expect(asked).toBe(3)
	text = 'version: 1.3.0'
	const { findAfter, sleep } = server({ alertNewVersion })
	await findAfter(60)
	// The result is cached between requests, so a version found at night is reported in the morning.
	expect(await findAfter(1)).toMatchObject({ version: 'It is 1.3.0; this server is 1.2.3.' })
	expect(asked).toBe(4)
	sleep(24)
	await findAfter(60)
	expect(asked).toBe(5)
})
