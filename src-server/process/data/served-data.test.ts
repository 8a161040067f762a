import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
	closeSync,
	copyFileSync,
	existsSync,
	openSync,
	readFileSync,
	renameSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
	writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DataDamaged } from '#db/file/database-refused.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { users } from '#db/schema.ts'
import { fingerprint } from '#server/testing/family-data.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { checkPagesBeside, leaveCleanStop, openServedData, type PageCheck, takeCleanStop } from './served-data.ts'

const dataFile = (dataDir: string) => join(dataDir, 'backseat.db')
const mark = (dataDir: string) => join(dataDir, 'clean-stop.json')

function lookByHand() {
	const { promise: result, resolve: finds, reject: breaksOff } = Promise.withResolvers<string | null>()
	const looked: string[] = []
	let isStopped = false
	const checkPages = (path: string): PageCheck => {
		looked.push(path)
		return {
			result,
			stop: async () => {
				isStopped = true
			},
		}
	}
	return { checkPages, finds, breaksOff, looked, wasStopped: () => isStopped }
}

function open(dataDir: string, { checkPages = lookByHand().checkPages } = {}) {
	const warnings: string[] = []
	const log = { warn: (text: string) => warnings.push(text) }
	const data = openServedData(dataDir, { newestBackup: () => null }, { log, checkPages })
	const change = () => data.db.write(() => data.db.orm.update(users).set({ avatarId: 2 }).run())
	return { ...data, warnings, change }
}

async function stoppedFolder(): Promise<string> {
	const dataDir = freshFolder()
	await open(dataDir).close()
	return dataDir
}

/** Damages a page without a trace in the file's metadata, as a failing disk can. */
function damage(dataDir: string) {
	const file = openSync(dataFile(dataDir), 'r+')
	writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, 4 * 4096)
	closeSync(file)
	leaveCleanStop(dataDir, dataFile(dataDir))
}

test('after a clean stop data are open before all of them were looked at, and the mark is gone before the first write [B5]', async () => {
	const dataDir = await stoppedFolder()
	expect(existsSync(mark(dataDir))).toBe(true)
	const look = lookByHand()

	const { change, warnings, close } = open(dataDir, look)

	expect(look.looked).toEqual([dataFile(dataDir)])
	expect(existsSync(mark(dataDir))).toBe(false)
	change()
	look.finds(null)
	await Bun.sleep(0)
	await close()
	expect(warnings).toEqual([])
	expect(existsSync(mark(dataDir))).toBe(true)
})

test('after a crash every page is looked at before anything is opened [B10]', async () => {
	const dataDir = await stoppedFolder()
	open(dataDir).db.close()
	const look = lookByHand()

	await open(dataDir, look).close()

	expect(look.looked).toEqual([])
})

test('damage that is found beside the first answers ends writing and not reading; the next start refuses the file [B11]', async () => {
	const dataDir = await stoppedFolder()
	damage(dataDir)

	const { db, change, warnings, close } = open(dataDir, { checkPages: (path) => checkPagesBeside(path, 0) })
	const before = fingerprint(dataFile(dataDir))
	while (db.isWell()) await Bun.sleep(10)

	expect(warnings).toEqual([expect.stringMatching(/^THE DATA ARE DAMAGED: .*backseat\.db is not written to any more/)])
	expect(await Promise.try(change).catch(storageTrouble)).toBe('damaged')
	expect(db.orm.select().from(users).all()).toHaveLength(2)
	await close()
	expect(existsSync(mark(dataDir))).toBe(false)
	expect(fingerprint(dataFile(dataDir))).toBe(before)
	expect(() => open(dataDir)).toThrow(DataDamaged)
})

test('sound data are found sound by the process that looks at them', async () => {
	const dataDir = await stoppedFolder()
	const check = checkPagesBeside(dataFile(dataDir), 0)

	expect(await check.result).toBeNull()
})

test('a stop in the middle of the look ends it', async () => {
	const dataDir = await stoppedFolder()
	const check = checkPagesBeside(dataFile(dataDir), 0)
	await Bun.sleep(20)

	await check.stop()

	await expect(check.result).rejects.toThrow('SIGKILL')
})

test('a stop does not wait for the look, and the next start looks first [B19]', async () => {
	const dataDir = await stoppedFolder()
	const look = lookByHand()

	await open(dataDir, look).close()

	expect(look.wasStopped()).toBe(true)
	expect(existsSync(mark(dataDir))).toBe(false)
})

test('when nobody could look, the operator is told, and the next start looks first', async () => {
	const dataDir = await stoppedFolder()
	const look = lookByHand()
	const { warnings, close } = open(dataDir, look)

	look.breaksOff(new Error('the look at it ended with SIGKILL'))
	await Bun.sleep(0)
	await close()

	expect(warnings).toEqual([expect.stringMatching(/could not be looked at while it is in use \(.*SIGKILL\)/)])
	expect(existsSync(mark(dataDir))).toBe(false)
})

/** A write by another program that keeps the length of the file. */
function write(path: string) {
	const sqlite = new Sqlite(path)
	sqlite.run('UPDATE rides SET stars = 1')
	sqlite.close()
}

function markedFolder(): string {
	const dataDir = freshFolder()
	const sqlite = new Sqlite(dataFile(dataDir))
	sqlite.run('PRAGMA synchronous = OFF')
	sqlite.run('PRAGMA journal_mode = WAL')
	sqlite.run('CREATE TABLE rides (stars INTEGER)')
	sqlite.run('INSERT INTO rides VALUES (5)')
	sqlite.close()
	leaveCleanStop(dataDir, dataFile(dataDir))
	return dataDir
}

const take = (dataDir: string) => takeCleanStop(dataDir, dataFile(dataDir))

test('a start knows the file that the last stop left, and takes the mark away', () => {
	const dataDir = markedFolder()
	expect(statSync(mark(dataDir)).mode & 0o777).toBe(0o600)

	expect(take(dataDir)).toBe(true)
	expect(existsSync(mark(dataDir))).toBe(false)
	expect(take(dataDir)).toBe(false)
})

test.each<[what: string, change: (path: string) => void]>([
	['was written to', write],
	[
		'was written to, with its times set back',
		(path) => {
			const { atime, mtime } = statSync(path)
			write(path)
			utimesSync(path, atime, mtime)
		},
	],
	[
		'is a copy',
		(path) => {
			copyFileSync(path, `${path}.copy`)
			renameSync(`${path}.copy`, path)
		},
	],
	[
		'was replaced by its own bytes',
		(path) => {
			const { atime, mtime } = statSync(path)
			writeFileSync(path, readFileSync(path))
			utimesSync(path, atime, mtime)
		},
	],
	['is cut off', (path) => truncateSync(path, 4096)],
	['is gone', (path) => renameSync(path, `${path}.old`)],
	['has a write-ahead log beside it', (path) => writeFileSync(`${path}-wal`, 'what a killed server left')],
])('after a clean stop a file that %s is not taken for the one that was left [B10]', (_, change) => {
	const dataDir = markedFolder()
	// File systems distinguish changes only if they are some milliseconds apart.
	Bun.sleepSync(10)
	change(dataFile(dataDir))

	expect(take(dataDir)).toBe(false)
	expect(existsSync(mark(dataDir))).toBe(false)
})

test.each(['', '{', '[]', '{"bytes":"1"}'])('a mark that says %j is none', (text) => {
	const dataDir = markedFolder()
	writeFileSync(mark(dataDir), text)

	expect(take(dataDir)).toBe(false)
	expect(existsSync(mark(dataDir))).toBe(false)
})

test('beside a write-ahead log that is not in the file yet no mark is left', () => {
	const dataDir = markedFolder()
	take(dataDir)
	writeFileSync(`${dataFile(dataDir)}-wal`, 'a reader held it')

	leaveCleanStop(dataDir, dataFile(dataDir))

	expect(existsSync(mark(dataDir))).toBe(false)
})
