import { expect, test } from 'bun:test'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { invites, journal, users } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'
import { setupToken } from '#server/features/invites/invites.service.ts'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { lifetimeMs } from './invite-commands.ts'

const HERE = ['--public-url', 'https://rides.example.org', '--signup', 'invite']

test('an invitation is for one person unless its operator says how many, and its link lets people in until it is revoked [T14]', async () => {
	const { run, app, inData } = operatorFolder()
	const browser = app({ signup: 'invite' }).browser()
	const create = async (...words: string[]) =>
		JSON.parse((await run('invite', 'create', '--json', ...words, ...HERE)).stdout)
	const two = await create('--uses', '2', '--expires', '2d')
	const signUp = async (username: string) =>
		(await browser.post('/api/users', { username, password: 'backseat', invite: two.link.slice(-32) })).status

	expect([two, await create(), await create('--uses', 'unlimited')].map(({ maxUses }) => maxUses)).toEqual([2, 1, null])
	expect(Math.round((Date.parse(two.expiresAt) - Date.now()) / 3_600_000)).toBe(48)
	expect(await signUp('first.one')).toBe(201)
	expect((await run('invite', 'list')).stdout).toMatch(
		/^id +state +used .*\n3 +open +0 of unlimited .*\n2 +open +0 of 1 .*\n1 +open +1 of 2 /,
	)
	expect((await run('invite', 'revoke', '1')).stdout).toBe('Invitation 1 no longer works. One person used it.\n')
	expect(await signUp('second.one')).toBe(403)
	expect(JSON.parse((await run('invite', 'list', '--json')).stdout)).toContainEqual(
		expect.objectContaining({ id: 1, state: 'revoked', uses: 1 }),
	)
	const lines = inData(({ orm }) => orm.select().from(journal).all())
	expect(lines.map(({ by, act, detail }) => [by, act, detail])).toEqual([
		...['1', '2', '3'].map((id) => ['terminal', 'invitation_made', id]),
		['terminal', 'invitation_revoked', '1'],
	])
})

function emptyFolder() {
	const dataDir = freshFolder()
	openDatabase(join(dataDir, 'backseat.db')).close()
	return operatorFolder(dataDir)
}

test('the set-up link of an operator works after three restarts, once, and makes its user host [T36]', async () => {
	const { run, app, inData } = emptyFolder()
	const { stdout, stderr, exitCode } = await run('invite', 'create', '--setup', ...HERE)
	const [, token = ''] = /https:\/\/rides\.example\.org\/invite\/([\w-]{32})\n/.exec(stdout) ?? []
	expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
	expect(stdout).toStartWith('Set-up link for an account that is host: once, until ')
	expect(stdout).toContain('█')

	const server = app({ signup: 'closed' })
	const ofStarts = [1, 2, 3].map(() => setupToken(server.context) ?? '')
	const signUp = (username: string, invite?: string) =>
		server.browser().post('/api/users', { username, password: 'backseat', invite })
	expect(await signUp('late', ofStarts[0])).toMatchObject({ status: 403, body: { code: 'setup_link_dead' } })
	expect(await server.browser().get(`/api/invites/${token}`)).toMatchObject({ status: 200, body: { isSetup: true } })
	expect((await signUp('mum', token)).status).toBe(201)
	expect(await signUp('dad', token)).toMatchObject({ status: 403, body: { code: 'setup_link_dead' } })

	const { names, acts } = inData(({ orm }) => ({
		names: orm
			.select()
			.from(users)
			.all()
			.filter(({ isHost }) => isHost),
		acts: orm.select().from(journal).all(),
	}))
	expect(names).toMatchObject([{ username: 'mum' }])
	expect(acts).toMatchObject([{ by: 'terminal', act: 'setup_link_made' }, { act: 'set_up' }])
})

test('an operator makes no set-up link where somebody is host, and one that was made before lets nobody in [T36] [T69]', async () => {
	const { run, app, inData } = emptyFolder()
	const create = (...words: string[]) => run('invite', 'create', '--setup', '--json', ...words, ...HERE)
	const [first, made] = [await create(), await create('--days', '2')].map(({ stdout }) => JSON.parse(stdout))
	const server = app()
	const signUp = async (username: string, invite?: string) =>
		(await server.browser().post('/api/users', { username, password: 'backseat', invite })).status

	expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 3_600_000)).toBe(48)
	expect(await signUp('finder', first.link.slice(-32))).toBe(403)
	expect(await signUp('mum')).toBe(201)
	const afterMum = JSON.parse((await create()).stdout)
	expect(await signUp('finder', made.link.slice(-32))).toBe(403)
	expect(await signUp('dad', afterMum.link.slice(-32))).toBe(201)
	expect(await signUp('finder', afterMum.link.slice(-32))).toBe(403)
	expect(await signUp('finder', made.link.slice(-32))).toBe(403)
	const before = inData(({ orm }) => orm.select().from(invites).all())
	expect(await create()).toEqual({
		exitCode: 1,
		stdout: '',
		stderr: 'There is a host here already. Make a member host, too: backseat user host NAME on\n',
	})
	expect(inData(({ orm }) => orm.select().from(invites).all())).toEqual(before)
})

test('the link is shown once, with a code for phones; neither the data nor the list knows it', async () => {
	const { run, inData } = operatorFolder()

	const { stdout } = await run('invite', 'create', '--note', 'the choir', ...HERE)
	const [, token = ''] = /\/invite\/([\w-]{32})\n/.exec(stdout) ?? []
	const list = await run('invite', 'list')

	expect(stdout).toContain('Invitation 1: for one person, until ')
	expect(stdout).toContain('█')
	expect(list.stdout).toContain('the choir')
	expect(list.stdout).not.toContain(token)
	expect(JSON.stringify(inData(({ orm }) => orm.select().from(invites).all()))).not.toContain(token)
})

test('an invitation without an end never expires; with closed sign-up the command says that it has no effect', async () => {
	const { run } = operatorFolder()

	const forEver = await run('invite', 'create', '--expires', 'never', '--uses', 'unlimited', ...HERE)
	const forFive = await run('invite', 'create', '--uses', '5', ...HERE)
	const closed = await run('invite', 'create', '--signup', 'closed')

	expect(forEver).toMatchObject({ exitCode: 0, stderr: '' })
	expect(forEver.stdout).toContain('Invitation 1: for as many as like, until you revoke it.')
	expect(forFive.stdout).toContain('Invitation 2: for 5 people, until ')
	expect(closed.stderr).toContain('Sign-up is closed: this link has no effect')
})

test('a link leads to where the running server is, whatever flags it was started with; a public-url beats that', async () => {
	const { dataDir, run } = operatorFolder()
	const linkOf = async (...words: string[]) =>
		JSON.parse((await run('invite', 'create', '--json', ...words)).stdout).link
	const server = await startServer({ flags: ['--data-dir', dataDir, '--base-path', '/rides'] })

	expect(await linkOf()).toStartWith(`${server.origin}/invite/`)
	expect(await linkOf('--public-url', 'https://rides.example.org')).toStartWith(
		'https://rides.example.org/rides/invite/',
	)
	await server.end('SIGTERM')
	expect(existsSync(join(dataDir, 'running.json'))).toBe(false)
	expect(await linkOf()).toStartWith('http://localhost:7433/invite/')
	writeFileSync(join(dataDir, 'running.json'), '{"host":"evil.example"}')
	expect(await linkOf()).toStartWith('http://localhost:7433/invite/')
})

test('invalid flags make no invitation', async () => {
	const { run } = operatorFolder()

	for (const uses of ['0', 'many', ''])
		expect(await run('invite', 'create', '--uses', uses)).toMatchObject({ exitCode: 64, stdout: '' })
	expect(await run('invite', 'create', '--expires', 'soon')).toMatchObject({ exitCode: 64, stdout: '' })
	for (const words of ['--setup --uses 5', '--setup --expires never', '--setup --note mine', '--days 3'])
		expect(await run('invite', 'create', ...words.split(' '))).toMatchObject({ exitCode: 64, stdout: '' })
	for (const days of ['0', '1.5', '366', 'many'])
		expect(await run('invite', 'create', '--setup', '--days', days)).toMatchObject({ exitCode: 64, stdout: '' })
	expect(await run('invite', 'create', '--note', 'x'.repeat(201))).toMatchObject({ exitCode: 1, stdout: '' })
	expect(await run('invite', 'revoke', '7')).toMatchObject({ exitCode: 1, stderr: 'There is no invitation 7.\n' })
	expect((await run('invite', 'list')).stdout).toStartWith('There are no invitations.')
})

test.each([
	['90m', 90 * 60_000],
	['12h', 12 * 3_600_000],
	['7d', 7 * 86_400_000],
	['4w', 28 * 86_400_000],
	['never', null],
])('--expires %s is how long it says', (text, ms) => {
	expect(lifetimeMs(text)).toBe(ms)
})

test.each(['', '0d', '7', 'd', '-1d', '1.5d', '12345d', '7D', '7 d', '1y', 'forever'])(
	'--expires %p is refused',
	(text) => {
		expect(() => lifetimeMs(text)).toThrow(/^--expires is 90m, 12h, 7d, 4w or never, not /)
	},
)
