import { Database as Sqlite } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import {
	copyFileSync,
	existsSync,
	readFileSync,
	renameSync,
	statSync,
	truncateSync,
	utimesSync,
	writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { freshFolder } from '#server/testing/server-process.ts'
import { leaveCleanStop, takeCleanStop } from './clean-stop.ts'

const dataFile = (dataDir: string) => join(dataDir, 'backseat.db')
const mark = (dataDir: string) => join(dataDir, 'clean-stop.json')

/** Another program's write, which leaves the length of the file as it is. */
function write(path: string) {
	const sqlite = new Sqlite(path)
	sqlite.run('UPDATE rides SET stars = 1')
	sqlite.close()
}

/** A folder in which a server has just stopped. */
function stoppedFolder(): string {
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
	const dataDir = stoppedFolder()
	expect(statSync(mark(dataDir)).mode & 0o777).toBe(0o600)

	expect(take(dataDir)).toBe(true)
	expect(existsSync(mark(dataDir))).toBe(false)
	// What is killed now has left no mark.
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
	const dataDir = stoppedFolder()
	// File systems tell changes apart by some milliseconds.
	Bun.sleepSync(10)
	change(dataFile(dataDir))

	expect(take(dataDir)).toBe(false)
	expect(existsSync(mark(dataDir))).toBe(false)
})

test.each(['', '{', '[]', '{"bytes":"1"}'])('a mark that says %j is none', (text) => {
	const dataDir = stoppedFolder()
	writeFileSync(mark(dataDir), text)

	expect(take(dataDir)).toBe(false)
	expect(existsSync(mark(dataDir))).toBe(false)
})

test('beside a write-ahead log that is not in the file yet no mark is left', () => {
	const dataDir = stoppedFolder()
	take(dataDir)
	writeFileSync(`${dataFile(dataDir)}-wal`, 'a reader held it')

	leaveCleanStop(dataDir, dataFile(dataDir))

	expect(existsSync(mark(dataDir))).toBe(false)
})
