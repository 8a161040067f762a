import { expect, test } from 'bun:test'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, PROGRAM, runToEnd, type ServerProcess, startServer } from '#server/testing/server-process.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Everything in a folder with its mode, in octal. */
const rightsIn = (folder: string) =>
	readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
		const path = join(entry.parentPath, entry.name)
		return { path: path.slice(folder.length + 1), isFolder: entry.isDirectory(), mode: modeOf(path) }
	})

/** A shell that lets everybody read whatever its programs write. */
const carelessly = (command: string[]) => ['sh', '-c', 'umask 000; exec "$@"', 'sh', ...command]

async function useIt({ origin }: ServerProcess) {
	const answer = await fetch(`${origin}/api/users`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ username: 'mum', password: 'backseat' }),
	})
	expect(answer.status).toBe(201)
}

test.skipIf(process.platform === 'win32')(
	'nobody else on this machine reads the data, the lock, the log of writes or a backup, however careless the shell [T31] [B15]',
	async () => {
		const dataDir = join(freshFolder(), 'data')
		const server = await startServer({ command: carelessly(PROGRAM), flags: ['--data-dir', dataDir] })
		await useIt(server)

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
