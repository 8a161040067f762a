import { Database as Sqlite } from 'bun:sqlite'
import { expect, setDefaultTimeout, test } from 'bun:test'
import {
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	realpathSync,
	renameSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DataDamaged } from '#db/file/database-refused.ts'
import { fingerprint } from '#server/testing/family-data.ts'
import { freshFolder, PROGRAM, runToEnd, startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { dataElsewhere, openDataFile } from './data-file.ts'

setDefaultTimeout(30_000)

const inFolder = (dataDir: string, ...more: string[]) => ({ flags: ['--port', '0', '--data-dir', dataDir, ...more] })
const dataFile = (dataDir: string) => join(dataDir, 'backseat.db')

const openAndClose = (dataDir: string) => openDataFile(dataDir, { newestBackup: () => null }).close()

function usedFolder(): string {
	const dataDir = freshFolder()
	openAndClose(dataDir)
	return dataDir
}

function refusalIn(dataDir: string): string {
	try {
		openAndClose(dataDir)
	} catch (error) {
		if (error instanceof DataDamaged && error.exitCode === 65) return error.message
		throw error
	}
	throw new Error('It was opened')
}

async function refusedStart(dataDir: string, ...flags: string[]): Promise<string> {
	const { exitCode, stdout, stderr } = await runToEnd(inFolder(dataDir, ...flags))
	expect({ exitCode, stdout }).toEqual({ exitCode: 65, stdout: '' })
	expect(stderr).toMatch(/^[^\n]+\n$/)
	return stderr.trim()
}

test('the marker of an instance is for its owner alone, and stays the same', () => {
	const dataDir = usedFolder()
	const marker = () => readFileSync(join(dataDir, 'instance.json'), 'utf8')
	const first = marker()

	openAndClose(dataDir)

	expect(marker()).toBe(first)
	expect(JSON.parse(first)).toEqual({
		product: 'Backseat',
		instanceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
		createdAt: expect.stringMatching(/^\d{4}-/),
		note: expect.any(String),
	})
	expect(statSync(join(dataDir, 'instance.json')).mode & 0o777).toBe(0o600)
})

test.each(['empty', 'gone'])('data that are %s are not replaced by new ones [B10]', (how) => {
	const dataDir = usedFolder()
	if (how === 'empty') truncateSync(dataFile(dataDir))
	else rmSync(dataFile(dataDir))

	expect(refusalIn(dataDir)).toBe(
		`${dataFile(dataDir)} is ${how}, but this folder has held a Backseat. To start with an empty database, remove instance.json too. Restore a backup: backseat backup restore FILE --data-dir ${dataDir}`,
	)
	expect(statSync(dataFile(dataDir), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
})

test('an operator whose data are lost is shown the newest backup, wherever backups are kept [B10]', async () => {
	const dataDir = usedFolder()
	const elsewhere = freshFolder()
	for (const [folder, moments] of [
		[join(dataDir, 'backups'), ['2026-11-19T03-00-00Z-daily', '2026-11-20T03-00-00Z-before-v2']],
		[elsewhere, ['2026-11-21T03-00-00Z-daily']],
	] as const) {
		mkdirSync(folder, { recursive: true })
		for (const moment of moments) cpSync(dataFile(dataDir), join(folder, `backseat-${moment}.db`))
	}
	writeFileSync(dataFile(dataDir), 'Dear diary, today I drove. '.repeat(500))
	const before = fingerprint(dataFile(dataDir))

	const newest = join(dataDir, 'backups', 'backseat-2026-11-20T03-00-00Z-before-v2.db')
	const inOtherFolder = join(elsewhere, 'backseat-2026-11-21T03-00-00Z-daily.db')
	expect(await refusedStart(dataDir)).toEndWith(`backseat backup restore ${newest} --data-dir ${dataDir}`)
	expect(await refusedStart(dataDir, '--backup-dir', elsewhere)).toContain(` ${inOtherFolder} `)
	expect(fingerprint(dataFile(dataDir))).toBe(before)
})

test('an operator who went back to an older program is shown the backup from before the update that it can read [B18]', async () => {
	const dataDir = usedFolder()
	const backups = join(dataDir, 'backups')
	mkdirSync(backups)
	const [readable, tooNew] = [
		'2026-11-19T03-00-00Z-before-0.2.0-schema-16',
		'2026-11-20T03-00-00Z-before-0.9.0-schema-999',
	].map((moment) => join(backups, `backseat-${moment}.db`)) as [string, string]
	cpSync(dataFile(dataDir), readable)
	cpSync(dataFile(dataDir), join(backups, 'backseat-2026-11-21T03-00-00Z-daily.db'))
	const update = new Sqlite(dataFile(dataDir))
	update.run('PRAGMA user_version = 999')
	update.close()
	cpSync(dataFile(dataDir), tooNew)

	expect(await refusedStart(dataDir)).toEndWith(
		`Use that version. Or go back to before the update, without what was added since: backseat backup restore ${readable} --data-dir ${dataDir}`,
	)
	rmSync(readable)
	expect(await refusedStart(dataDir)).toEndWith('Use that version.')
})

test('data from before there was a marker get one, and are protected from then on', () => {
	const dataDir = usedFolder()
	rmSync(join(dataDir, 'instance.json'))
	openAndClose(dataDir)

	renameSync(dataFile(dataDir), join(dataDir, 'moved-away.db'))

	expect(refusalIn(dataDir)).toContain('is gone')
})

test('an empty file that has never been in use becomes the first data', () => {
	const dataDir = freshFolder()
	writeFileSync(dataFile(dataDir), '')

	openAndClose(dataDir)

	expect(statSync(dataFile(dataDir)).size).toBeGreaterThan(0)
})

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

const rightsIn = (folder: string) =>
	readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
		const path = join(entry.parentPath, entry.name)
		return { path: path.slice(folder.length + 1), isFolder: entry.isDirectory(), mode: modeOf(path) }
	})

/** A shell in which all users may read the files that programs create. */
const carelessly = (command: string[]) => ['sh', '-c', 'umask 000; exec "$@"', 'sh', ...command]

test.skipIf(process.platform === 'win32')(
	'nobody else on this machine reads the data, the lock, the log of writes or a backup, however careless the shell [T31] [B15]',
	async () => {
		const dataDir = join(freshFolder(), 'data')
		const server = await startServer({ command: carelessly(PROGRAM), flags: ['--data-dir', dataDir] })
		await signUp(server, 'mum')

		const whileRunning = rightsIn(dataDir)
		const backup = await runToEnd({
			command: carelessly(PROGRAM),
			flags: ['backup', 'create', '--data-dir', dataDir],
		})
		const withBackup = rightsIn(dataDir)
		await server.end('SIGTERM')

		expect([backup.exitCode, backup.stderr]).toEqual([0, ''])
		expect(whileRunning.map(({ path }) => path)).toEqual(
			expect.arrayContaining(['backseat.db', 'backseat.db-wal', 'instance.json', 'lock.db']),
		)
		expect(withBackup.filter(({ path }) => /^backups\/.+\.db$/.test(path))).toHaveLength(1)
		expect(modeOf(dataDir)).toBe('700')
		for (const { path, isFolder, mode } of [...whileRunning, ...withBackup, ...rightsIn(dataDir)])
			expect([path, mode]).toEqual([path, isFolder ? '700' : '600'])
	},
	30_000,
)

function checkout(...withData: string[]): string {
	const folder = realpathSync(freshFolder())
	for (const path of ['dist', 'bin', ...withData]) mkdirSync(join(folder, path), { recursive: true })
	for (const path of withData) writeFileSync(join(folder, path, 'backseat.db'), 'x')
	return folder
}

test.each([
	['in the folder above', '.', 'dist', 'dist/backseat'],
	['in dist, below', 'dist', '.', 'dist/backseat'],
	['beside the program', 'dist', 'bin', 'dist/backseat'],
	['above the program’s folder', '.', 'bin', 'dist/backseat'],
])('data %s are found from a folder that has none [B15]', (_where, withData, cwd, program) => {
	const folder = checkout(join(withData, 'backseat-data'))
	const here = { cwd: join(folder, cwd), program: join(folder, program) }

	expect(dataElsewhere(join(here.cwd, 'backseat-data'), here)).toBe(join(folder, withData, 'backseat-data'))
})

test('an operator who names a data folder means that one', () => {
	const folder = checkout('backseat-data')
	const here = { cwd: join(folder, 'dist'), program: join(folder, 'dist/backseat') }

	expect(dataElsewhere('/srv/rides', here)).toBeNull()
})

test('an empty file does not count as data, and neither does a folder', () => {
	const folder = checkout()
	mkdirSync(join(folder, 'backseat-data'))
	writeFileSync(join(folder, 'backseat-data/backseat.db'), '')
	const here = { cwd: join(folder, 'dist'), program: join(folder, 'dist/backseat') }

	expect(dataElsewhere(join(here.cwd, 'backseat-data'), here)).toBeNull()
})

test('an operator who starts it in another folder than the last time reads in one line where the data are [B15]', async () => {
	const cwd = join(checkout(), 'dist')
	const others = join(dirname(cwd), 'backseat-data')
	const start = async (...flags: string[]) => startServer({ flags, cwd })
	await (await start('--data-dir', others)).end('SIGTERM')

	const command = await runToEnd({ flags: ['user', 'list'], cwd })
	const first = await start()
	await signUp(first, 'mum')
	await first.end('SIGTERM')
	const again = await start()
	await again.end('SIGTERM')

	expect(command.stderr).toBe(
		`There is no Backseat in ${cwd}/backseat-data. There is one in ${others}: add --data-dir ${others}\n`,
	)
	expect(first.output.stdout).toContain(
		`\nNobody is in this data folder yet. There are data in ${others}: to use those, stop this and start it with --data-dir ${others}\n`,
	)
	expect(again.output.stdout).not.toContain(others)
})
