import { Database as Sqlite } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { openDatabase } from '#db/database.ts'
import { familyFolder, killedFolder, RATINGS_OF_THE_FAMILY, ratingsIn } from '#server/testing/family-data.ts'
import { makeBackup } from './make-backup.ts'
import { stepsOfReplacement } from './replace-data.ts'
import { DAMAGES } from './testing/damage.ts'

const IN_BACKUP = RATINGS_OF_THE_FAMILY
const SINCE = 3

/**
 * Data of a server that was killed with three ratings in its log, and a backup from before those, ready to replace the
 * data.
 */
function readyToReplace() {
	const folder = killedFolder(SINCE)
	const data = join(folder, 'backseat.db')
	const staged = join(folder, 'backseat.db.restoring')
	makeBackup({ source: join(familyFolder(), 'backseat.db'), target: staged })
	return { data, staged, aside: join(folder, 'backseat.db.before') }
}

const replace = (replacement: ReturnType<typeof readyToReplace>) => {
	for (const step of stepsOfReplacement(replacement)) step()
}

test('the new data are there, and those of before are one whole file with every rating, also the ones in the log [B9]', () => {
	const replacement = readyToReplace()
	const { data, aside } = replacement

	replace(replacement)

	expect([ratingsIn(data), ratingsIn(aside)]).toEqual([IN_BACKUP, IN_BACKUP + SINCE])
	const names = readdirSync(join(data, '..')).sort()
	expect(names).toEqual(['backseat.db', 'backseat.db.before'])
})

test('after each step the folder’s list of names is on the disk before the next one begins', () => {
	const replacement = readyToReplace()
	const folder = join(replacement.data, '..')
	const synced: string[] = []
	const steps = stepsOfReplacement(replacement, (path) => synced.push(path))

	steps.forEach((step, index) => {
		step()
		expect(synced).toHaveLength(index + 1)
	})

	expect(new Set(synced)).toEqual(new Set([folder]))
})

test('a log beside data that are gone is not applied to the new ones [B9]', () => {
	const replacement = readyToReplace()
	const { data, aside } = replacement
	const log = readFileSync(`${data}-wal`)
	rmSync(data)

	replace(replacement)

	expect(ratingsIn(data)).toBe(IN_BACKUP)
	expect(readFileSync(`${aside}-wal`)).toEqual(log)
})

test('a rollback journal is not applied to the new data either', () => {
	const replacement = readyToReplace()
	const { data } = replacement
	rmSync(data)
	writeFileSync(`${data}-journal`, 'of something else')

	replace(replacement)

	expect(ratingsIn(data)).toBe(IN_BACKUP)
	expect(existsSync(`${data}-journal`)).toBe(false)
})

describe.each(Object.entries(DAMAGES))('data of which the file %s', (_how, damage) => {
	test('are replaced, and kept as they are together with their log', () => {
		const replacement = readyToReplace()
		const { data, aside } = replacement
		damage(data)
		const pieces = ['', '-wal'].map((end) => readFileSync(data + end))

		replace(replacement)

		expect(ratingsIn(data)).toBe(IN_BACKUP)
		if (existsSync(`${aside}-wal`)) expect(['', '-wal'].map((end) => readFileSync(aside + end))).toEqual(pieces)
		else expect(readFileSync(aside).length).toBeGreaterThan(0)
	})
})

test('while another program has the data open nothing is replaced', () => {
	const replacement = readyToReplace()
	const { data, aside } = replacement
	const viewer = new Sqlite(data)
	viewer.query('SELECT count(*) FROM ratings').get()

	expect(() => replace(replacement)).toThrow(
		expect.objectContaining({ exitCode: EXIT.dataInUse, message: expect.stringContaining(`is using ${data}`) }),
	)
	viewer.close()
	expect([ratingsIn(data), existsSync(aside)]).toEqual([IN_BACKUP + SINCE, false])
})

/** Kills the process after this many steps. Returns the contents of the data as the server's next start finds them. */
async function killedAfter(steps: number, replacement: ReturnType<typeof readyToReplace>) {
	const { data, staged, aside } = replacement
	const script = join(import.meta.dir, 'testing', 'cut-off-replacement.ts')
	const child = Bun.spawn([process.execPath, script, data, staged, aside, `${steps}`], { stderr: 'inherit' })
	await child.exited
	expect(child.signalCode).toBe('SIGKILL')
	const db = openDatabase(data)
	db.close()
	return ratingsIn(data)
}

const stepCount = stepsOfReplacement({ data: '', staged: '', aside: '' }).length

test.each(Array.from({ length: stepCount + 1 }, (_, steps) => steps))(
	'a restore that is killed after %i steps leaves the old data with their log, or the backup after the last, and can be repeated [B9]',
	async (steps) => {
		const replacement = readyToReplace()
		const again = join(replacement.data, '..', 'again.db')
		copyFileSync(replacement.staged, again)
		const left = steps === stepCount ? IN_BACKUP : IN_BACKUP + SINCE
		expect(await killedAfter(steps, replacement)).toBe(left)

		replace({ ...replacement, staged: again, aside: `${replacement.aside}-2` })

		expect(ratingsIn(replacement.data)).toBe(IN_BACKUP)
		expect(ratingsIn(`${replacement.aside}-2`)).toBe(left)
	},
	30_000,
)
