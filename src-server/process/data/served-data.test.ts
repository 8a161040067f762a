import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DataDamaged } from '#db/file/database-refused.ts'
import { storageTrouble } from '#db/file/storage-trouble.ts'
import { users } from '#db/schema.ts'
import { freshFolder } from '#server/testing/server-process.ts'
import { leaveCleanStop } from './clean-stop.ts'
import { checkPagesBeside, type PageCheck } from './page-check.ts'
import { openServedData } from './served-data.ts'

const dataFile = (dataDir: string) => join(dataDir, 'backseat.db')
const mark = (dataDir: string) => join(dataDir, 'clean-stop.json')

/** A look at the pages that ends when, and as, the test says. */
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

function open(dataDir: string, { checkPages = lookByHand().checkPages, checkedBesideFromBytes = 0 } = {}) {
	const warnings: string[] = []
	const log = { warn: (text: string) => warnings.push(text) }
	const data = openServedData(dataDir, { newestBackup: () => null }, { log, checkPages, checkedBesideFromBytes })
	const change = () => data.db.write(() => data.db.orm.update(users).set({ avatarId: 2 }).run())
	return { ...data, warnings, change }
}

/** A folder after a clean stop. */
async function stoppedFolder(): Promise<string> {
	const dataDir = freshFolder()
	await open(dataDir).close()
	return dataDir
}

/** What a disk can do without anybody noticing: one page is garbage, and everything about the file says that it is unchanged. */
function damage(dataDir: string) {
	const file = openSync(dataFile(dataDir), 'r+')
	writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, 4 * 4096)
	closeSync(file)
	leaveCleanStop(dataDir, dataFile(dataDir))
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

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
	// It runs, and is never closed.
	open(dataDir).db.close()
	const look = lookByHand()

	await open(dataDir, look).close()

	expect(look.looked).toEqual([])
})

test('a small file is looked at before it is opened, and has no mark [B5]', async () => {
	const dataDir = freshFolder()
	for (const _ of ['first start', 'second start']) {
		const look = lookByHand()
		await open(dataDir, { ...look, checkedBesideFromBytes: 8_000_000 }).close()
		expect(look.looked).toEqual([])
	}
	expect(existsSync(mark(dataDir))).toBe(false)
})

test('damage that is found beside the first answers ends writing and not reading; the next start refuses the file [B11]', async () => {
	const dataDir = await stoppedFolder()
	damage(dataDir)

	const { db, change, warnings, close } = open(dataDir, { checkPages: (path) => checkPagesBeside(path, 0) })
	const before = sha256(dataFile(dataDir))
	while (db.isWell()) await Bun.sleep(10)

	expect(warnings).toEqual([expect.stringMatching(/^THE DATA ARE DAMAGED: .*backseat\.db is not written to any more/)])
	const refused = catchError(change)
	expect(storageTrouble(refused)).toBe('damaged')
	expect(db.orm.select().from(users).all()).toHaveLength(2)
	await close()
	expect(existsSync(mark(dataDir))).toBe(false)
	expect(sha256(dataFile(dataDir))).toBe(before)
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

function catchError(act: () => unknown): unknown {
	try {
		act()
	} catch (error) {
		return error
	}
	return undefined
}
