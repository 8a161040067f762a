import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { journal, users } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'

const isHost = ({ inData }: Pick<ReturnType<typeof operatorFolder>, 'inData'>, username: string) =>
	inData(({ orm }) => orm.select().from(users).where(eq(users.username, username)).get()?.isHost)

test('an operator makes a member host, or makes an account that is host from the start', async () => {
	const folder = operatorFolder()
	const { run, runWithInput, app } = folder

	expect(await run('user', 'host', 'jonas', 'on')).toEqual({ exitCode: 0, stdout: 'jonas is host now.\n', stderr: '' })
	expect((await runWithInput('trombone-player\n', 'user', 'create', 'zoe', '--host')).stdout).toBe(
		'zoe has an account and can log in. They are host.\n',
	)
	expect((await runWithInput('trombone-player\n', 'user', 'create', 'yan')).exitCode).toBe(0)

	expect(['jonas', 'zoe', 'yan', 'theo'].map((name) => isHost(folder, name))).toEqual([true, true, false, false])
	expect((await run('user', 'list')).stdout).toMatch(/\njonas .* host\n/)
	const list = JSON.parse((await run('user', 'list', '--json')).stdout)
	expect(list.find(({ username }: { username: string }) => username === 'jonas')).toMatchObject({ isHost: true })
	const browser = app().browser()
	await browser.post('/api/login', { username: 'zoe', password: 'trombone-player' })
	expect((await browser.get('/api/host/people')).status).toBe(200)
})

test('the last host is neither deleted nor unmade while others have accounts: one line, and another exit code', async () => {
	const folder = operatorFolder()
	const { run } = folder
	const refused = { exitCode: 1, stdout: '', stderr: 'jonas is the only host here. Make somebody else host first.\n' }
	await run('user', 'host', 'jonas', 'on')

	expect(await run('user', 'host', 'jonas', 'off')).toEqual(refused)
	expect(await run('user', 'delete', 'jonas', '--ratings', 'go', '--yes')).toEqual(refused)
	expect(isHost(folder, 'jonas')).toBe(true)

	await run('user', 'host', 'theo', 'on')
	expect(await run('user', 'host', 'jonas', 'off')).toMatchObject({
		exitCode: 0,
		stdout: 'jonas is no host any more.\n',
	})
	for (const name of ['jonas', 'maria.p', 'grandma.elke', 'newbie'])
		expect((await run('user', 'delete', name, '--ratings', 'stay', '--yes')).exitCode).toBe(0)
	// Whoever is alone with the wheel may get out.
	expect((await run('user', 'delete', 'theo', '--ratings', 'stay', '--yes')).exitCode).toBe(0)
})

test('nobody becomes host by a mistyped word, and neither do ghosts or the built-in two', async () => {
	const { run, inData } = operatorFolder()

	expect(await run('user', 'host', 'jonas', 'yes')).toMatchObject({ exitCode: 64, stderr: 'Say on or off.\n' })
	expect((await run('user', 'host', 'jonas')).exitCode).toBe(64)
	for (const name of ['demo', 'guest', 'ghost-uncle-bob-x7k2q9', 'nobody.here'])
		expect(await run('user', 'host', name, 'on')).toMatchObject({ exitCode: 1, stdout: '' })
	expect(inData(({ orm }) => orm.select().from(users).where(eq(users.isHost, true)).all())).toEqual([])
})

test('whoever lost a phone is signed out everywhere', async () => {
	const { run, app } = operatorFolder()
	const { browser } = app()
	const jonas = browser()
	await jonas.post('/api/login', { username: 'jonas', password: 'backseat' })

	expect((await run('user', 'sign-out', 'jonas')).stdout).toBe('jonas is signed out everywhere (1 session).\n')
	expect((await jonas.get('/api/user')).status).toBe(401)
	expect((await jonas.post('/api/login', { username: 'jonas', password: 'backseat' })).status).toBe(200)
})

test('what the terminal does stands in the journal; what it is refused, and what it only shows, does not', async () => {
	const { run, runWithInput, inData } = operatorFolder()
	await runWithInput('trombone-player\n', 'user', 'create', 'zoe', '--host')
	await runWithInput('trombone-player\n', 'user', 'create', 'ZOE')
	await run('user', 'list')
	await run('user', 'rename', 'theo', 'theodora')
	await run('user', 'rename', 'theodora', 'jonas')
	await run('user', 'reset-password', 'jonas')
	await run('user', 'sign-out', 'jonas')
	await run('user', 'host', 'jonas', 'on')
	await run('user', 'host', 'jonas', 'on')
	await run('user', 'host', 'jonas', 'off')
	await run('user', 'host', 'zoe', 'off')
	await run('user', 'delete', 'jonas', '--ratings', 'stay', '--yes')

	const lines = inData(({ orm }) => orm.select().from(journal).orderBy(journal.id).all())

	expect(lines.every(({ by, actorId, actorName }) => by === 'terminal' && actorId === null && actorName === null)).toBe(
		true,
	)
	expect(lines.map(({ act, subjectName, otherName }) => [act, subjectName, otherName])).toEqual([
		['account_created', 'zoe', null],
		['host_made', 'zoe', null],
		['account_renamed', 'theo', 'theodora'],
		['reset_link_made', null, null],
		['signed_out_everywhere', null, null],
		['host_made', null, null],
		['host_unmade', null, null],
		['account_removed', null, null],
	])
})

test('the help of the terminal tells of the page', async () => {
	const { run } = operatorFolder()

	expect((await run('user', '--help')).stdout).toContain('/host/people')
	expect((await run('user', 'host', '--help')).stdout).toContain('/host')
})
