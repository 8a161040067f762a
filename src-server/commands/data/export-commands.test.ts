import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { ALL_GOOD } from '#contract/impressions.ts'
import { ratings, users } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { runCommand } from '#server/commands/testing/run-command.ts'
import { freshFolder, PROGRAM, runToEnd } from '#server/testing/server-process.ts'

test('the whole instance comes out as JSON: people, ratings, hidden drivers, and no password, link or key', async () => {
	const { run, inData } = operatorFolder()
	inData(({ orm }) => orm.update(ratings).set({ reply: 'fair' }).where(eq(ratings.id, 1)).run())

	const { exitCode, stdout } = await run('export')
	const all = JSON.parse(stdout)

	expect(exitCode).toBe(0)
	expect([all.product, all.people.length, all.ratings.length, all.hiddenDrivers.length]).toEqual(['Backseat', 7, 16, 1])
	expect(all.ratings[0]).toEqual({
		id: expect.any(Number),
		driverId: 102,
		driver: 'Grandma Elke',
		raterId: 101,
		starRating: 5,
		...ALL_GOOD,
		isPlaceholder: false,
		isSealed: false,
		reply: 'fair',
		createdAt: '2026-01-05T08:00:00.000Z',
	})
	expect(stdout).not.toMatch(/argon2|seed-claim-token|token|hash|guestKey|requestKey/i)
})

test('as a table it opens in a spreadsheet, and a driver called like a formula stays a name', async () => {
	const { dataDir, run, inData } = operatorFolder()
	const file = join(dataDir, 'rides.csv')
	inData(({ orm }) => orm.update(users).set({ displayName: '=HYPERLINK("x")' }).where(eq(users.id, 201)).run())
	inData(({ orm }) => orm.update(ratings).set({ reply: 'fair' }).where(eq(ratings.id, 1)).run())

	await run('export', file, '--format', 'csv')
	const table = readFileSync(file, 'utf8')
	const lines = table.trimEnd().split('\n')

	// Without the byte order mark, Excel misreads the encoding.
	expect(table.charCodeAt(0)).toBe(0xfeff)
	expect(lines).toHaveLength(17)
	expect(lines[1]).toMatch(/^\d+,102,Grandma Elke,101,5,smooth,safe,good,(\w+,)*false,fair,2026-01-05T08:00:00.000Z$/)
	expect(lines[14]).toContain(`,"'=HYPERLINK(""x"")",`)
})

test('one member’s export is what they can download themselves', async () => {
	const { run } = operatorFolder()

	const { stdout } = await run('export', '--user', 'Jonas')

	expect(JSON.parse(stdout)).toMatchObject({ account: { username: 'jonas' }, ratingsGiven: { length: 5 } })
	expect(await run('export', '--user', 'nobody.here')).toMatchObject({ exitCode: 1, stdout: '' })
})

test('a file is for the operator’s eyes only and never replaces another', async () => {
	const { dataDir, run } = operatorFolder()
	const file = join(dataDir, 'all.json')

	expect(await run('export', file)).toMatchObject({ exitCode: 0, stdout: `Written: ${file}\n` })
	const before = readFileSync(file, 'utf8')

	expect(JSON.parse(before).ratings).toHaveLength(16)
	expect(statSync(file).mode & 0o777).toBe(0o600)
	expect(await run('export', file)).toMatchObject({ exitCode: 73, stderr: expect.stringContaining('already') })
	expect(readFileSync(file, 'utf8')).toBe(before)
})

test.skipIf(process.platform === 'win32')('an export that the disk does not take is refused in one line', async () => {
	const { dataDir, inData } = operatorFolder()
	inData(({ orm }) => {
		const [one] = orm.select().from(ratings).limit(1).all()
		if (!one) throw new Error('Nobody has rated')
		const many = Array.from({ length: 2000 }, () => ({ ...one, id: undefined, wireId: undefined }))
		orm.insert(ratings).values(many).run()
	})
	const folder = freshFolder()
	const file = join(folder, 'all.json')
	const inShell = (script: string, ...words: string[]) =>
		runToEnd({
			command: ['sh', '-c', script, 'sh', ...PROGRAM],
			flags: ['export', ...words, '--data-dir', dataDir],
		})

	// Limits files to 64 kB.
	expect(await inShell(`trap '' XFSZ; ulimit -f 128; "$@"`, file)).toEqual({
		exitCode: 74,
		stdout: '',
		stderr: `Cannot write ${file}: EFBIG. Nothing was kept of it; choose a place with more room.\n`,
	})
	expect(readdirSync(folder)).toEqual([])
	if (existsSync('/dev/full'))
		expect(await inShell('"$@" > /dev/full')).toEqual({
			exitCode: 74,
			stdout: '',
			stderr: 'Cannot write the export to standard output: ENOSPC. What was written of it is worth nothing.\n',
		})
})

test('where there is no Backseat nothing is made, whatever the command', async () => {
	const nowhere = join(freshFolder(), 'elsewhere')

	for (const words of [
		'export',
		'user list',
		'invite create',
		'ghost list',
		'backup create',
		'backup list',
		'backup prune',
	])
		expect(await runCommand([...words.split(' '), '--data-dir', nowhere])).toEqual({
			exitCode: 73,
			stdout: '',
			stderr: `There is no Backseat in ${nowhere}. Set --data-dir to its data folder.\n`,
		})
	expect(existsSync(nowhere)).toBe(false)
})
