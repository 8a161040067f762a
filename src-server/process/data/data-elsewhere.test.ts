import { expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { freshFolder, runToEnd, startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'
import { dataElsewhere } from './data-elsewhere.ts'

setDefaultTimeout(30_000)

/** A checkout in which these folders have data. */
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

test('whoever names a data folder means that one', () => {
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

test('whoever starts it in another folder than the last time reads in one line where their data are [B15]', async () => {
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
