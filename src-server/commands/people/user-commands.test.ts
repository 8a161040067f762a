import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { journal, ratings, users } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { startServer } from '#server/testing/server-process.ts'
import { signUp } from '#server/testing/signed-in.ts'

test('an operator sees who has an account, and neither ghosts nor the built-in two', async () => {
	const { run } = operatorFolder()

	const list = await run('user', 'list')
	const json = await run('user', 'list', '--json')

	expect(list).toMatchObject({ exitCode: 0, stderr: '' })
	expect(list.stdout).toMatch(/^name +since +received +host +e-mail\ngrandma\.elke +2026-01-05 07:00 UTC +5\n/)
	expect(JSON.parse(json.stdout).map(({ username }: { username: string }) => username)).toEqual([
		'grandma.elke',
		'jonas',
		'maria.p',
		'newbie',
		'theo',
	])
	expect(list.stdout + json.stdout).not.toMatch(/argon2|ghost|demo|guest|gave|given/i)
})

test('an account made beside the running server can log in at once, with the password from standard input', async () => {
	const { runWithInput, app } = operatorFolder()
	const browser = app({ signup: 'closed' }).browser()

	const words = ['user', 'create', 'zoe', '--email', 'zoe@example.org']
	const made = await runWithInput('trombone-player\r\nnot this\n', ...words)
	const taken = await runWithInput('trombone-player\n', 'user', 'create', 'JONAS')
	const loggedIn = await browser.post('/api/login', { username: 'zoe', password: 'trombone-player' })

	expect(made).toMatchObject({ exitCode: 0, stderr: '' })
	expect(made.stdout).toStartWith('zoe has an account and can log in.\nNobody is host yet. This makes zoe host,')
	expect(taken).toEqual({ exitCode: 1, stdout: '', stderr: 'Username already exists\n' })
	expect(loggedIn).toMatchObject({ status: 200, body: { email: 'zoe@example.org' } })
})

test('an invalid password, name or address makes no account', async () => {
	const { runWithInput, run, inData } = operatorFolder()

	expect(await runWithInput('short\n', 'user', 'create', 'zoe')).toMatchObject({
		exitCode: 64,
		stderr: 'Password must be at least 6 characters.\n',
	})
	expect(await run('user', 'create', 'z!')).toMatchObject({ exitCode: 64, stdout: '' })
	expect(await run('user', 'create', 'zoe', '--email', 'nowhere')).toMatchObject({
		exitCode: 64,
		stderr: 'That is not an e-mail address: "nowhere".\n',
	})
	expect(await run('user', 'create', 'zoe', '--password', 'trombone-player')).toMatchObject({ exitCode: 64 })
	expect(inData(({ orm }) => orm.select().from(users).where(eq(users.username, 'zoe')).all())).toEqual([])
})

test('in a terminal the password is asked for twice, and never shown', async () => {
	const { runProcessInTerminal, inData } = operatorFolder()

	const { exitCode, shown } = await runProcessInTerminal(
		[
			['Password:', 'trombone-player\r'],
			['Once more:', 'trombone-player\r'],
		],
		'user',
		'create',
		'zoe',
	)

	expect([exitCode, shown]).toEqual([0, expect.stringContaining('zoe has an account')])
	expect(shown).not.toContain('trombone')
	const [zoe] = inData(({ orm }) => orm.select().from(users).where(eq(users.username, 'zoe')).all())
	expect(await Bun.password.verify('trombone-player', zoe?.passwordHash ?? '')).toBe(true)
})

test('a forgotten password is reset by a printed link, with a code for phones where they could open it', async () => {
	const { run, app } = operatorFolder()
	const shared = ['--public-url', 'https://rides.example.org']

	const { username, link } = JSON.parse((await run('user', 'reset-password', 'jonas', '--json', ...shared)).stdout)
	const [, token] = /^https:\/\/rides\.example\.org\/reset\/([\w-]{32})$/.exec(link) ?? []
	const reset = await app().browser().post('/api/password-resets', { token, password: 'brand-new-wheels' })

	expect([username, reset.status]).toEqual(['jonas', 200])
	expect((await run('user', 'reset-password', 'ghost-uncle-bob-x7k2q9')).exitCode).toBe(1)
	expect((await run('user', 'reset-password', 'jonas', ...shared)).stdout).toContain('█')
	const { stdout: lonely } = await run('user', 'reset-password', 'jonas')
	expect(lonely).toContain('Only this computer can open that address')
	expect(lonely).not.toContain('█')
})

test('a member who is deleted soon after a claim gives the ghost back, and the operator hears of it', async () => {
	const { run, app, inData, dataDir } = operatorFolder()
	const picture = join(dataDir, 'pictures', 'of-notbob.png')
	await Bun.write(picture, 'a picture that may show them')
	const claim = { token: 'seed-claim-token-uncle-bob-00001', username: 'notbob', password: 'backseat' }
	await app().browser().post('/api/ghost-drivers/claim', claim)

	const { stdout } = await run('user', 'delete', 'notbob', '--ratings', 'go', '--yes')

	expect(stdout).toContain('notbob is gone, with all ratings of their driving (0).')
	expect(await Bun.file(picture).exists()).toBe(false)
	expect(stdout).toContain('Uncle Bob, claimed within the week, waits to be claimed again, with its ratings (3).')
	expect(stdout).toContain('backseat ghost reissue 201')
	expect(inData(({ orm }) => orm.select().from(ratings).where(eq(ratings.driverId, 201)).all())).toHaveLength(3)
})

test('whom an operator deletes beside the running server is gone from every file, unless another program has the log [T10]', async () => {
	const { dataDir, runProcess, inData } = operatorFolder()
	// Deleting rows leaves free pages in the file until it is rewritten.
	inData(({ orm }) => {
		orm.run('CREATE TABLE ballast (bytes BLOB) STRICT')
		orm.run('INSERT INTO ballast VALUES (zeroblob(100000))')
		orm.run('DROP TABLE ballast')
	})
	const freePages = () => inData(({ orm }) => orm.get<[number]>('PRAGMA freelist_count')[0])
	expect(freePages()).toBeGreaterThan(0)
	const server = await startServer({ flags: ['--data-dir', dataDir] })
	const addressOf = (username: string) => `${username}@home.example`
	const isOnDisk = (username: string) =>
		readdirSync(dataDir).some((name) => readFileSync(join(dataDir, name), 'latin1').includes(addressOf(username)))
	for (const name of ['first.leaver', 'second.leaver']) await signUp(server, name, addressOf(name))

	const first = await runProcess('user', 'delete', 'first.leaver', '--ratings', 'go', '--yes')
	expect(first).toMatchObject({ exitCode: 0, stderr: '' })
	expect(first.stdout).not.toContain('backseat.db-wal')
	expect([isOnDisk('first.leaver'), isOnDisk('second.leaver')]).toEqual([false, true])
	expect(freePages()).toBe(0)

	await Bun.write(join(dataDir, 'backseat.toml'), 'checkpoint = "external"\n')
	const second = await runProcess('user', 'delete', 'second.leaver', '--ratings', 'go', '--yes')
	expect(second.stdout).toContain('until your replication program has emptied that')
	await server.end('SIGTERM')
})

test('an account is deleted only when its operator is sure, and its ratings stay or go as said', async () => {
	const { run, runInTerminal, inData } = operatorFolder()
	const given = () => inData(({ orm }) => orm.select({ n: count() }).from(ratings).get()?.n)
	const exists = (id: number) =>
		inData(({ orm }) => orm.select().from(users).where(eq(users.id, id)).get() !== undefined)

	const doubt = await runInTerminal([['to go on:', 'no\r']], 'user', 'delete', 'theo', '--ratings', 'stay')
	expect([doubt.exitCode, exists(104), given()]).toEqual([1, true, 16])

	const sure = await runInTerminal([['to go on:', 'theo\r']], 'user', 'delete', 'theo', '--ratings', 'stay')
	expect([sure.exitCode, exists(104), given()]).toEqual([0, false, 13])
	expect((await run('user', 'delete', 'maria.p', '--ratings', 'go', '--yes')).exitCode).toBe(0)
	expect(inData(({ orm }) => orm.select().from(ratings).where(eq(ratings.raterId, 103)).all())).toEqual([])
})

const isHost = ({ inData }: Pick<ReturnType<typeof operatorFolder>, 'inData'>, username: string) =>
	inData(({ orm }) => orm.select().from(users).where(eq(users.username, username)).get()?.isHost)

test('an operator makes a member host, or makes an account that is host from the start', async () => {
	const folder = operatorFolder()
	const { run, runWithInput } = folder

	expect(await run('user', 'host', 'jonas', 'on')).toEqual({ exitCode: 0, stdout: 'jonas is host now.\n', stderr: '' })
	expect((await runWithInput('trombone-player\n', 'user', 'create', 'zoe', '--host')).stdout).toBe(
		'zoe has an account and can log in. They are host.\n',
	)
	expect((await runWithInput('trombone-player\n', 'user', 'create', 'yan')).exitCode).toBe(0)

	expect(['jonas', 'zoe', 'yan', 'theo'].map((name) => isHost(folder, name))).toEqual([true, true, false, false])
	expect((await run('user', 'list')).stdout).toMatch(/\njonas .* host\n/)
	const list = JSON.parse((await run('user', 'list', '--json')).stdout)
	expect(list.find(({ username }: { username: string }) => username === 'jonas')).toMatchObject({ isHost: true })
	const lines = folder.inData(({ orm }) => orm.select().from(journal).orderBy(journal.id).all())
	expect(lines.map(({ by, act, subjectName }) => [by, act, subjectName])).toEqual([
		['terminal', 'host_made', 'jonas'],
		['terminal', 'account_created', 'zoe'],
		['terminal', 'host_made', 'zoe'],
		['terminal', 'account_created', 'yan'],
	])
})
