import { expect, test } from 'bun:test'
import { newAccount } from '#server/features/accounts/testing/new-account.ts'
import { familyOf, testApp } from '#server/testing/test-app.ts'

const tooOdd = 'Username can only contain letters, numbers, periods, underscores, and hyphens'

test('a member takes another name, which others then see too [spec 7.4]', async () => {
	const { app, mum } = await familyOf('mum')

	const answer = await mum.put(`/api/users/${mum.id}`, { username: 'Mama.Bear', display_name: 'Somebody Else' })

	expect(answer.status).toBe(200)
	const { cameAlong: _, ...account } = newAccount('Mama.Bear')
	expect(answer.body).toEqual({ ...account, id: mum.id, display_name: 'Mama.Bear' })
	expect((await app.browser().get(`/api/users/${mum.id}`)).body).toMatchObject({ display_name: 'Mama.Bear' })
	expect((await app.browser().post('/api/login', { username: 'mum', password: mum.password })).status).toBe(401)
	expect((await app.browser().post('/api/login', { username: 'mama.bear', password: mum.password })).status).toBe(200)
})

test('a rename changes the name and nothing else, whatever else is sent [T4]', async () => {
	const { app, mum } = await familyOf('mum')
	const { isHost: _, newReplies: __, ...before } = (await mum.get('/api/user')).body as Record<string, unknown>

	const answer = await mum.put(`/api/users/${mum.id}`, {
		username: 'mama',
		id: 7,
		email: 'thief@example.org',
		avatarId: 99,
		password: 'stolen-secret',
		isGhost: true,
		claimedById: 2,
		ghostClaimToken: 'claim-token-of-my-own',
		isLatestRatingsSeen: false,
	})

	expect(answer.body).toEqual({ ...before, username: 'mama', display_name: 'mama' })
	expect((await app.browser().post('/api/login', { username: 'mama', password: mum.password })).status).toBe(200)
})

test('a member may change the case of their own name', async () => {
	const { mum } = await familyOf('mum')

	expect(await mum.put(`/api/users/${mum.id}`, { username: 'MUM' })).toMatchObject({
		status: 200,
		body: { username: 'MUM' },
	})
})

test.each(['dad', 'DAD', 'demo', 'Admin', 'guest'])('the name %s is not free', async (username) => {
	const { app, mum } = await familyOf('mum')
	await app.member('dad')

	expect(await mum.put(`/api/users/${mum.id}`, { username })).toMatchObject({
		status: 409,
		body: { code: 'taken', field: 'username', message: 'Username already exists' },
	})
	expect((await mum.get('/api/user')).body).toMatchObject({ username: 'mum' })
})

test('a name that does not fit is refused [spec 5.4]', async () => {
	const { mum } = await familyOf('mum')

	expect(await mum.put(`/api/users/${mum.id}`, { username: 'my mum' })).toMatchObject({
		status: 400,
		body: { code: 'invalid', field: 'username', message: tooOdd },
	})
})

test('an address without a valid id is a mistake', async () => {
	const mum = await testApp().member('mum')

	expect(await mum.put('/api/users/me', { username: 'mama' })).toMatchObject({ status: 400, body: { field: 'id' } })
})
