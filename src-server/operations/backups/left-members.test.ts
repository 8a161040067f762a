import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
	copyFileSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { eq } from 'drizzle-orm'
import { openDatabase } from '#db/database.ts'
import { migrations } from '#db/migrations.ts'
import { users } from '#db/schema.ts'
import { leave } from '#server/features/own-account/leaving/leave.ts'
import { checkBackups } from '#server/operations/doctor/backup-checks.ts'
import { dataFileIn, headerOf } from '#server/process/data/data-file.ts'
import { defaultConfig } from '#server/settings/config.ts'
import { familyFolder, fingerprint, ratingsIn } from '#server/testing/family-data.ts'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'
import { testClock } from '#server/testing/test-clock.ts'
import { testContext } from '#server/testing/test-context.ts'
import { backupName, partialOf } from './backup-folder.ts'
import { lockOfBackups } from './daily-backup.ts'
import { forgetNow, startForgetting } from './forget-left.ts'
import { forgetLeft } from './left-members.ts'
import { makeBackup } from './make-backup.ts'
import { prepareRestore } from './restore-backup.ts'
import { addToSchema, overwritePage } from './testing/damage.ts'
import { restored, setVersion } from './testing/instance-with-backup.ts'

const DAY_MS = 86_400_000
const LEFT_AT = Date.UTC(2026, 5, 15, 18)
const day = (days: number) => new Date(LEFT_AT + days * DAY_MS)
const LEAVER = 104
const NAME = 'whoisabouttoleave'
const GHOST = 202

const idsIn = (sqlite: Sqlite, query: string) =>
	sqlite
		.query<{ id: number }, []>(query)
		.all()
		.map(({ id }) => id)

type Made = { before: string; after: string }
const made: Partial<Record<'stay' | 'go', Made>> = {}

/** The data before and after a member left, as files that no connection has open. */
function dataAround(ratings: 'stay' | 'go'): Made {
	const folder = freshFolder()
	const [before, copy, after] = ['before.db', 'copy.db', 'after.db'].map((name) => join(folder, name)) as [
		string,
		string,
		string,
	]
	const source = dataFileIn(familyFolder())
	const sqlite = new Sqlite(source)
	sqlite.run('UPDATE users SET username = ?, is_host = 1 WHERE id = ?', [NAME, LEAVER])
	// A ghost without a rating of others, claimed long ago.
	sqlite.run('UPDATE users SET ghost_claim_token = NULL, claimed_by_id = ?, claimed_at = ? WHERE id = ?', [
		LEAVER,
		LEFT_AT - 30 * DAY_MS,
		GHOST,
	])
	sqlite.close()
	makeBackup({ source, target: before })
	copyFileSync(source, copy)
	const db = openDatabase(copy)
	// They had handed over by then.
	db.orm.update(users).set({ isHost: true }).where(eq(users.id, 101)).run()
	leave(testContext({}, { db, clock: testClock(LEFT_AT).clock }), LEAVER, ratings)
	db.close()
	copyFileSync(copy, after)
	return { before, after }
}

/** A data folder with a member who left on day 0, and backups of the days before and after by name. */
function instanceLeft({ ratings = 'go' as 'stay' | 'go' } = {}) {
	made[ratings] ??= dataAround(ratings)
	const { before, after } = made[ratings]
	const dataDir = freshFolder()
	const folder = join(dataDir, 'backups')
	const source = dataFileIn(dataDir)
	const paths = { dataDir, backupDir: null }
	copyFileSync(after, source)

	/** Without queries that keep the file open after it is closed. */
	function inData<T>(work: (sqlite: Sqlite) => T): T {
		using sqlite = new Sqlite(source)
		return work(sqlite)
	}
	/** A copy of the data as they were before the member left. */
	const put = (path: string) => {
		mkdirSync(folder, { recursive: true })
		copyFileSync(before, path)
		utimesSync(path, new Date(LEFT_AT), new Date(LEFT_AT))
		return path
	}
	const backUp = (days: number, why: Parameters<typeof backupName>[1] = 'daily') =>
		put(join(folder, backupName(day(days), why)))
	const holds = (path: string) => readFileSync(path, 'latin1').includes(NAME)
	const notes = () => inData((sqlite) => idsIn(sqlite, 'SELECT user_id AS id FROM left_members'))
	const noteThat = (id: number) =>
		inData((sqlite) => sqlite.run("INSERT INTO left_members VALUES (?, ?, 'go')", [id, day(0).getTime()]))
	const context = (clock = testClock(day(36).getTime()).clock) => {
		const db = openDatabase(source)
		return testContext({ dataDir }, { db, clock })
	}
	return { dataDir, folder, paths, source, put, backUp, holds, notes, noteThat, context }
}

const SCHEMA = migrations.length

test('thirty-five days after a member left no file of ours holds them, whatever it is called; others stay as they are [B32]', () => {
	const { dataDir, folder, paths, put, backUp, holds, notes } = instanceLeft()
	const ours = [
		backUp(-1),
		backUp(-20),
		backUp(-300),
		backUp(-2, 'manual'),
		backUp(-3, `before-0.2.0-schema-${SCHEMA}`),
		// The clock was wrong.
		backUp(3000),
		put(join(dataDir, 'backseat.db.before-restore-2026-06-10T08-00-00Z')),
		put(join(dataDir, 'backseat.db.before-restore-2026-06-10T08-00-00Z-2')),
	]
	const operators = [
		put(join(folder, 'my-own.db')),
		put(join(folder, 'backseat-of-last-year.db')),
		put(join(folder, `${backupName(day(-1), 'daily')}.age`)),
	]
	mkdirSync(join(folder, backupName(day(-9), 'manual')))
	writeFileSync(join(folder, 'notes.txt'), NAME)
	const before = operators.map(fingerprint)
	const names = readdirSync(folder)
	expect(ours.filter(holds)).toEqual(ours)

	expect(forgetLeft(paths, day(33))).toEqual({ forgotten: [], rewritten: [], removed: [], stuck: [] })
	expect(ours.filter(holds)).toEqual(ours)
	// Once a day: the last time before thirty-five days are over.
	const { forgotten, rewritten, removed, stuck } = forgetLeft(paths, day(34))

	expect(ours.filter(holds)).toEqual([])
	expect({ rewritten: rewritten.length, removed, stuck }).toEqual({ rewritten: ours.length, removed: [], stuck: [] })
	expect(forgotten.toSorted()).toEqual(notes().toSorted())
	expect(forgotten).toEqual(expect.arrayContaining([LEAVER, GHOST]))
	for (const path of ours) {
		expect(statSync(path)).toMatchObject({ mtimeMs: LEFT_AT })
		expect(statSync(path).mode & 0o777).toBe(0o600)
		expect(headerOf(path)).toMatchObject({ isWal: false, schemaVersion: SCHEMA })
		// The ratings that the former member gave and received are gone.
		expect(ratingsIn(path)).toBe(ratingsIn(dataFileIn(dataDir)))
	}
	expect(operators.map(fingerprint)).toEqual(before)
	expect(readdirSync(folder)).toEqual(names)
	expect(forgetLeft(paths, day(37)).rewritten).toEqual([])
})

test('ratings that stayed when a member left stay in the backups, too, without their rater [B32]', () => {
	const { dataDir, paths, backUp, holds } = instanceLeft({ ratings: 'stay' })
	const path = backUp(-1)

	forgetLeft(paths, day(36))

	expect(holds(path)).toBe(false)
	expect(ratingsIn(path)).toBe(ratingsIn(dataFileIn(dataDir)))
})

test('a backup made after they left is rewritten only for the note of them, which goes last [B32]', () => {
	const { folder, paths, source, notes, context } = instanceLeft()
	const path = join(folder, backupName(day(10), 'manual'))
	makeBackup({ source, target: path })
	const notedIn = () => {
		using sqlite = new Sqlite(path, { readonly: true })
		return idsIn(sqlite, 'SELECT user_id AS id FROM left_members')
	}
	expect(notedIn()).not.toEqual([])
	const instance = context()

	expect(forgetNow(instance)).toMatchObject({ rewritten: [backupName(day(10), 'manual')] })

	expect(notedIn()).toEqual([])
	instance.db.close()
	expect(notes()).toEqual([])
	expect(forgetLeft(paths, day(36)).rewritten).toEqual([])
})

test.each(['schema-1', 'schema-7', 'schema-13'])(
	'a backup of %s that holds them is removed, after a new one if it is the last [B32]',
	(schema) => {
		const { dataDir, folder, paths, source, noteThat } = instanceLeft()
		mkdirSync(folder)
		// In WAL mode, so reading it would leave files beside it.
		const fixture = join(freshFolder(), 'backseat.db')
		copyFileSync(join(REPOSITORY, 'db/fixtures', schema, 'backseat.db'), fixture)
		const put = (days: number) => {
			const path = join(folder, backupName(day(days), 'daily'))
			copyFileSync(fixture, path)
			return path
		}
		const old = new Sqlite(fixture, { readonly: true })
		const { id = 0 } = old.query<{ id: number }, []>('SELECT max(id) AS id FROM users WHERE is_ghost = 0').get() ?? {}
		old.close()
		noteThat(id)
		const [first, second] = [put(-10), put(-20)]

		const { removed, stuck } = forgetLeft(paths, day(36))

		expect({ removed: removed.length, stuck }).toEqual({ removed: 2, stuck: [] })
		expect([first, second].map((path) => statSync(path, { throwIfNoEntry: false }))).toEqual([undefined, undefined])
		expect(readdirSync(folder)).toEqual([backupName(day(36), 'manual')])
		expect(ratingsIn(join(folder, backupName(day(36), 'manual')))).toBe(ratingsIn(source))
		expect(readdirSync(dataDir)).not.toContain('backups.partial')
	},
)

test('a backup of a newer version is removed as well, because this one cannot rewrite it [B32]', () => {
	const { paths, backUp } = instanceLeft()
	const path = backUp(-1)
	backUp(-2)
	setVersion(path, SCHEMA + 1)

	expect(forgetLeft(paths, day(36))).toMatchObject({
		removed: [backupName(day(-1), 'daily')],
		rewritten: [backupName(day(-2), 'daily')],
	})
})

test('a damaged backup stays, is named by the log and the doctor, and the note stays until it is gone [B32]', async () => {
	const { dataDir, source, backUp, notes, context, holds } = instanceLeft()
	const [path, good] = [backUp(-1), backUp(-2)]
	overwritePage(path, 0)
	const config = { ...defaultConfig, dataDir }
	const problems = (days: number) =>
		checkBackups(config, day(days), source).filter(({ says }) => says.includes('deleted more than 35 days ago'))
	const { clock, pass } = testClock(day(36).getTime())
	const instance = context(clock)
	const warnings: string[] = []
	const log = { ...instance.log, warn: (text: string) => warnings.push(text) }

	// The real thread is slow to start, and its work is tested above.
	const job = startForgetting({ ...instance, log }, ({ paths, now }) => ({
		report: Promise.resolve({ done: true, forgetting: forgetLeft(paths, now) }),
		cancel: () => {},
	}))
	await pass(180_000)
	await job.settled()

	expect(holds(good)).toBe(false)
	expect(warnings).toEqual([expect.stringMatching(/^backseat-2026-06-14.*-daily\.db may still hold accounts/)])
	expect(problems(37)).toEqual([])
	expect(problems(39)).toEqual([expect.objectContaining({ state: 'problem', says: expect.stringContaining(path) })])
	expect(notes()).toContain(LEAVER)

	rmSync(path)
	await pass(DAY_MS)
	await job.settled()
	await job.stop()
	instance.db.close()
	expect(notes()).toEqual([])
	expect(problems(39)).toEqual([])
})

test('what cannot be rewritten now is left whole, and is done another day [B32]', () => {
	const { paths, backUp, holds } = instanceLeft()
	const path = backUp(-1)
	const before = fingerprint(path)
	writeFileSync(partialOf(path), 'of another Backseat')
	const now = statSync(partialOf(path)).mtimeMs

	// The partial file is of now, and the clock of the other tests is not.
	const stuck = forgetLeft(paths, new Date(Math.max(now, day(36).getTime())))
	expect(stuck).toMatchObject({ rewritten: [], stuck: [{ reason: expect.stringContaining('being made by another') }] })
	expect(fingerprint(path)).toBe(before)

	rmSync(partialOf(path), { force: true })
	// It is found when the copy is checked, just before it would take the old one's name.
	const foreign = backUp(-2)
	addToSchema(foreign)
	const foreignBefore = fingerprint(foreign)
	expect(forgetLeft(paths, day(36))).toMatchObject({
		rewritten: [basename(path)],
		stuck: [{ name: basename(foreign), reason: expect.stringContaining('steal') }],
	})
	expect(holds(path)).toBe(false)
	expect(fingerprint(foreign)).toBe(foreignBefore)
	expect(readdirSync(dirname(path)).toSorted()).toEqual([basename(path), basename(foreign)].toSorted())
})

test('a server does it in a thread of its own, and the notes in its data go afterwards [B32]', async () => {
	const { backUp, holds, notes, context } = instanceLeft()
	const path = backUp(-1)
	const { clock, pass } = testClock(day(36).getTime())
	const instance = context(clock)

	const job = startForgetting(instance)
	await pass(180_000)
	await job.settled()
	await job.stop()
	instance.db.close()

	expect(holds(path)).toBe(false)
	expect(notes()).toEqual([])
})

test('two Backseats never do this at once', () => {
	const { dataDir, backUp, context } = instanceLeft()
	backUp(-1)
	const instance = context()
	const lock = lockOfBackups({ dataDir })

	expect(forgetNow(instance)).toBeNull()
	lock?.release()
	expect(forgetNow(instance)?.rewritten).toHaveLength(1)
	instance.db.close()
})

test('a restore between the two brings nobody back, and keeps what is to be forgotten in mind [B32]', () => {
	const { dataDir, paths, source, backUp, holds, notes } = instanceLeft()
	const path = backUp(-1)
	const left = notes()

	const prepared = prepareRestore(paths, path)
	expect(prepared.leftAgain).toEqual({ deleted: left.length, back: 0 })
	prepared.apply()

	expect(holds(source)).toBe(false)
	expect(notes()).toEqual(left)
	const aside = readdirSync(dataDir).filter((name) => name.includes('before-restore'))
	expect(aside).toHaveLength(1)
	expect(forgetLeft(paths, day(36)).rewritten).toContain(backupName(day(-1), 'daily'))
	expect(holds(path)).toBe(false)
})

test('a restore of an older version, which cannot leave them out, says how many are back', () => {
	const { paths, notes, noteThat, folder } = instanceLeft()
	mkdirSync(folder)
	const path = join(folder, backupName(day(-1), 'daily'))
	copyFileSync(join(REPOSITORY, 'db/fixtures/schema-13/backseat.db'), path)
	const old = new Sqlite(path, { readonly: true })
	const { id = 0 } = old.query<{ id: number }, []>('SELECT max(id) AS id FROM users WHERE is_ghost = 0').get() ?? {}
	old.close()
	noteThat(id)
	using sqlite = new Sqlite(path, { readonly: true })
	const present = idsIn(sqlite, 'SELECT id FROM users')

	const prepared = prepareRestore(paths, path)
	expect(prepared.leftAgain).toEqual({ deleted: 0, back: notes().filter((id) => present.includes(id)).length })
	prepared.cancel()
	expect(restored(paths, path)).not.toBeNull()
})
