import { afterEach, expect, setSystemTime, test } from 'bun:test'
import { openDatabase } from '#db/database.ts'
import { invites } from '#db/schema.ts'
import { freshFolder, startServer } from '#server/testing/server-process.ts'
import { idIn, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { inviteService } from './invites.service.ts'
import { setupNotes, setupToken } from './setup-link.ts'

const MINUTE_MS = 60_000

afterEach(() => setSystemTime())

function setUp(signup: 'invite' | 'closed') {
	const app = testApp({ signup })
	const signUp = (username: string, invite: string | null) =>
		app.browser().post('/api/users', { username, password: 'backseat', invite })
	return { app, signUp, token: setupToken(app.context) ?? '' }
}

test.each(['invite', 'closed'] as const)(
	'with signup %s the first member signs up by the set-up link, once',
	async (signup) => {
		const { app, signUp, token } = setUp(signup)

		expect(await app.browser().get(`/api/invites/${token}`)).toMatchObject({ status: 200, body: { isSetup: true } })
		expect(await signUp('mum', token)).toMatchObject({ status: 201 })
		expect(await app.browser().get(`/api/invites/${token}`)).toMatchObject({ status: 404 })
		expect(await signUp('dad', token)).toMatchObject({ status: 403, body: { code: 'signup_closed' } })
		expect(setupToken(app.context)).toBeNull()
	},
)

test('it works for half an hour', async () => {
	const { app, signUp, token } = setUp('closed')
	setSystemTime(Date.now() + 29 * MINUTE_MS)
	expect((await app.browser().get(`/api/invites/${token}`)).status).toBe(200)
	setSystemTime(Date.now() + MINUTE_MS)

	expect(await signUp('mum', token)).toMatchObject({ status: 403 })
})

test('each start makes the link of the start before worthless', async () => {
	const { app, signUp, token } = setUp('invite')
	const next = setupToken(app.context) ?? ''

	expect(await signUp('mum', token)).toMatchObject({ status: 403 })
	expect(await signUp('mum', next)).toMatchObject({ status: 201 })
})

test('it no longer works once somebody else was first', async () => {
	const { app, signUp, token } = setUp('invite')
	const friend = inviteService(app.context).create({ note: null, maxUses: null, expiresAt: null })
	await signUp('mum', friend.token)

	expect(await app.browser().get(`/api/invites/${token}`)).toMatchObject({ status: 404 })
	expect(await signUp('stranger', token)).toMatchObject({ status: 403 })
})

test('it was for one: when the first has left again it lets nobody else in', async () => {
	const { app, signUp, token } = setUp('invite')
	const first = app.browser()
	const { body } = await first.post('/api/users', { username: 'mum', password: 'backseat', invite: token })
	const deletion = await first.delete(`/api/users/${idIn(body)}`, { password: 'backseat', ratings: 'go' })
	expect(deletion.status).toBe(200)

	expect(await signUp('stranger', token)).toMatchObject({ status: 403 })
})

test('an operator who mistypes the number of an invitation does not revoke it unseen', async () => {
	const { app, signUp, token } = setUp('invite')
	const [setup] = app.db.orm.select().from(invites).all()

	expect(() => inviteService(app.context).revoke(setup?.id ?? 0)).toThrow('There is no invitation')

	expect(await signUp('mum', token)).toMatchObject({ status: 201 })
})

test('of ten who find it at once exactly one is the first', async () => {
	const { signUp, token } = setUp('closed')

	const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => signUp(`person-${i}`, token)))

	expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(403)])
})

test('with open sign-up none is needed, and the list of invitations does not show it', () => {
	const db = openDatabase(':memory:')

	expect(setupToken(testContext({ signup: 'open' }, { db }))).toBeNull()
	const context = testContext({ signup: 'invite' }, { db })
	setupToken(context)
	expect(inviteService(context).list()).toEqual([])
	expect(db.orm.select().from(invites).all()).toHaveLength(1)
})

test('the operator is told where to begin, in an address that works', () => {
	const publicUrl = new URL('https://rides.example.org')

	const [words] = setupNotes(testContext({ signup: 'invite', publicUrl, basePath: '/rides' }))
	const [local] = setupNotes(testContext({ signup: 'closed' }))

	expect(words).toMatch(
		/^Nobody has an account yet\. .* within 30 minutes: https:\/\/rides\.example\.org\/rides\/invite\/[\w-]{32}$/,
	)
	expect(local).toMatch(/ http:\/\/127\.0\.0\.1:7433\/invite\/[\w-]{32}$/)
	expect(setupNotes(testContext())).toEqual([])
})

test('a real start prints the link, it makes the first account, and the next start prints none', async () => {
	const dataDir = freshFolder()
	const flags = ['--data-dir', dataDir, '--signup', 'closed']
	const server = await startServer({ flags })
	const [, token = ''] = /\/invite\/([\w-]{32})\n/.exec(server.output.stdout) ?? []

	const answer = await fetch(`${server.origin}/api/users`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ username: 'mum', password: 'backseat', invite: token }),
	})
	await server.end('SIGTERM')
	const next = await startServer({ flags })
	await next.end('SIGTERM')

	expect(answer.status).toBe(201)
	expect(server.output.stderr).not.toContain(token)
	expect(next.output.stdout).not.toContain('/invite/')
})
