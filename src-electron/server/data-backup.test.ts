import { afterAll, expect, test } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { backUpBeforeNewVersion } from './data-backup.ts'
import { freshFolder, removeFolders, supervise } from './testing/supervised-server.ts'

afterAll(removeFolders)

const noon = new Date('2026-11-21T12:00:00.000Z')
const hour = (n: number) => new Date(noon.getTime() + n * 3_600_000)

/** A user-data folder with something in it that looks like data. */
function userDataFolder() {
	const folder = freshFolder()
	const [dataDir, backupsDir] = [join(folder, 'data'), join(folder, 'backups')]
	mkdirSync(dataDir)
	for (const name of ['backseat.db', 'backseat.db-wal', 'backseat.db-shm', 'backseat.toml'])
		writeFileSync(join(dataDir, name), `this is ${name}`, { mode: 0o644 })
	return { dataDir, backupsDir, lastVersion: '0.1.0', version: '0.2.0', now: noon }
}

const modeOf = (path: string) => statSync(path).mode & 0o777

test('before a new version starts, the data are copied whole and for this user alone', () => {
	const order = userDataFolder()

	const backup = backUpBeforeNewVersion(order)

	const madeAt = join(order.backupsDir, 'before-0.2.0-2026-11-21T12-00-00-000Z')
	expect(backup).toEqual({ madeAt })
	expect(readdirSync(order.backupsDir)).toHaveLength(1)
	expect(readdirSync(madeAt).sort()).toEqual(['backseat.db', 'backseat.db-wal'])
	for (const name of readdirSync(madeAt)) {
		expect(readFileSync(join(madeAt, name), 'utf8')).toBe(`this is ${name}`)
		expect(modeOf(join(madeAt, name))).toBe(0o600)
	}
	expect([modeOf(madeAt), modeOf(order.backupsDir)]).toEqual([0o700, 0o700])
})

test('the same version, or a first start without data, copies nothing', () => {
	const order = userDataFolder()

	expect(backUpBeforeNewVersion({ ...order, version: '0.1.0' })).toBeNull()
	expect(backUpBeforeNewVersion({ ...order, dataDir: join(order.dataDir, 'none') })).toBeNull()
	// A file where the folder should be is the server's to explain.
	expect(backUpBeforeNewVersion({ ...order, dataDir: join(order.dataDir, 'backseat.toml') })).toBeNull()
	expect(existsSync(order.backupsDir)).toBeFalse()
})

test('data of which nobody knows the version are copied, and an older version counts as a new one', () => {
	const order = userDataFolder()

	expect(backUpBeforeNewVersion({ ...order, lastVersion: null })).not.toBeNull()
	expect(backUpBeforeNewVersion({ ...order, version: '0.0.9', now: hour(1) })).not.toBeNull()
})

test('the newest five are kept, whatever their versions are called; other files there are left alone', () => {
	const order = userDataFolder()
	mkdirSync(join(order.backupsDir, 'my own copy'), { recursive: true })
	const versions = ['0.9.0', '0.10.0', '0.2.0', '1.0.0-beta.1', '../../elsewhere', '0.3.0', '0.1.5']

	const made = versions.map((version, n) => backUpBeforeNewVersion({ ...order, version, now: hour(n) })?.madeAt)

	expect(
		readdirSync(order.backupsDir)
			.map((name) => join(order.backupsDir, name))
			.sort(),
	).toEqual([...made.slice(-5), join(order.backupsDir, 'my own copy')].map(String).sort())
})

test('a copy that was cut short by a power cut is cleared away, and does not count', () => {
	const order = userDataFolder()
	mkdirSync(join(order.backupsDir, '.being-made-abc'), { recursive: true })
	writeFileSync(join(order.backupsDir, '.being-made-abc', 'backseat.db'), 'half')

	backUpBeforeNewVersion(order)

	expect(readdirSync(order.backupsDir)).toEqual(['before-0.2.0-2026-11-21T12-00-00-000Z'])
})

test('a copy that cannot be made leaves nothing behind and the data as they were; the next try works', () => {
	const order = userDataFolder()
	rmSync(join(order.dataDir, 'backseat.db-wal'))
	mkdirSync(join(order.dataDir, 'backseat.db-wal'))

	expect(() => backUpBeforeNewVersion(order)).toThrow()

	expect(readdirSync(order.backupsDir)).toEqual([])
	expect(readFileSync(join(order.dataDir, 'backseat.db'), 'utf8')).toBe('this is backseat.db')
	rmSync(join(order.dataDir, 'backseat.db-wal'), { recursive: true })
	expect(backUpBeforeNewVersion(order)).not.toBeNull()
})

test('a copy taken after the server was killed has every rating that was acknowledged', async () => {
	await using killed = supervise()
	mkdirSync(killed.dataDir, { recursive: true })
	// More ratings than a person may give in an hour.
	writeFileSync(join(killed.dataDir, 'backseat.toml'), 'rate-limit-scale = 0\n')
	await killed.supervisor.start()
	const signUp = await killed.post('api/users', { username: 'nina', password: 'long-enough-1', avatarId: 1 })
	const session = signUp.headers.getSetCookie()[0]?.split(';')[0]
	const { id: driverId } = await signUp.json()
	const impressions = { rideQuality: 'smooth', safetyFeeling: 'safe', vibeQuality: 'good', starRating: 5 }
	const acknowledged: number[] = []
	for (let n = 0; n < 30; n++)
		acknowledged.push((await (await killed.post('api/ratings', { driverId, ...impressions })).json()).id)
	const ended = killed.supervisor.stop
	for (const pid of killed.pids()) process.kill(pid, 'SIGKILL')
	await killed.until('restarting')
	await ended()

	const backup = backUpBeforeNewVersion({ ...userDataFolder(), dataDir: killed.dataDir })

	// Otherwise this would not be the hard case.
	expect(statSync(join(backup?.madeAt ?? '', 'backseat.db-wal')).size).toBeGreaterThan(0)
	await using restored = supervise()
	cpSync(backup?.madeAt ?? '', restored.dataDir, { recursive: true })
	await restored.supervisor.start()
	const ratings: { id: number }[] = await (await restored.get(`api/ratings/driver/${driverId}`, session)).json()
	expect(ratings.map(({ id }) => id).sort()).toEqual(acknowledged.sort())
	expect(acknowledged).toHaveLength(30)
}, 60_000)
