import { expect, test } from 'bun:test'
import { idIn, testApp } from '#server/testing/test-app.ts'

async function family() {
	const app = testApp()
	return { app, me: await app.member('myself'), mum: await app.member('mum') }
}

test('a member hides a driver; doing it again answers the same record [spec 7.12]', async () => {
	const { me, mum } = await family()

	const first = await me.post('/api/hidden-drivers', { userId: me.id, driverId: mum.id, id: 99, hiddenAt: 'never' })
	const again = await me.post('/api/hidden-drivers', { userId: me.id, driverId: mum.id })

	expect(first.status).toBe(201)
	expect(first.body).toEqual({
		id: idIn(first.body),
		userId: me.id,
		driverId: mum.id,
		hiddenAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
	})
	expect(idIn(first.body)).not.toBe(99)
	expect(again).toMatchObject({ status: 200, body: first.body })
	expect(await me.get(`/api/hidden-drivers/${me.id}`)).toMatchObject({ status: 200, body: [mum.id] })
})

test('a member unhides a driver; it also works when nothing was hidden, or nobody is there [spec 7.12]', async () => {
	const { me, mum } = await family()
	await me.post('/api/hidden-drivers', { userId: me.id, driverId: mum.id })

	for (const driverId of [mum.id, mum.id, 123_456])
		expect(await me.delete('/api/hidden-drivers', { userId: me.id, driverId })).toMatchObject({
			status: 200,
			body: { success: true },
		})
	expect((await me.get(`/api/hidden-drivers/${me.id}`)).body).toEqual([])
})

test('visitors neither hide nor unhide nor see what is hidden, and are told what for [spec 5.13] [spec 8.6]', async () => {
	const { app, me, mum } = await family()
	const visitor = app.browser()
	const change = { userId: me.id, driverId: mum.id }
	const refused = (message: string) => ({ status: 401, body: { code: 'not_signed_in', message } })

	expect(await visitor.post('/api/hidden-drivers', change)).toMatchObject(
		refused('You must be logged in to hide drivers'),
	)
	expect(await visitor.delete('/api/hidden-drivers', change)).toMatchObject(
		refused('You must be logged in to unhide a driver'),
	)
	expect(await visitor.get(`/api/hidden-drivers/${me.id}`)).toMatchObject(refused('You must be logged in'))
	expect(await visitor.post('/api/hidden-drivers', { nonsense: true })).toMatchObject({ status: 401 })
})

test('nobody looks into or changes what another has hidden [T18] [spec 7.11]', async () => {
	const { me, mum } = await family()
	const change = { userId: mum.id, driverId: me.id }
	const refused = { status: 403, body: { message: 'You can only do this for your own account' } }
	await mum.post('/api/hidden-drivers', change)

	expect(await me.get(`/api/hidden-drivers/${mum.id}`)).toMatchObject(refused)
	expect(await me.get('/api/hidden-drivers/123456')).toMatchObject(refused)
	expect(await me.post('/api/hidden-drivers', change)).toMatchObject(refused)
	expect(await me.delete('/api/hidden-drivers', change)).toMatchObject(refused)
	expect((await mum.get(`/api/hidden-drivers/${mum.id}`)).body).toEqual([me.id])
})

test('only a person who exists can be hidden, and not oneself', async () => {
	const { me } = await family()
	const hide = (driverId: unknown) => me.post('/api/hidden-drivers', { userId: me.id, driverId })

	expect(await hide(123_456)).toMatchObject({ status: 404, body: { message: 'Driver not found' } })
	expect(await hide(1)).toMatchObject({ status: 404, body: { message: 'Driver not found' } })
	expect(await hide(me.id)).toMatchObject({ status: 400, body: { code: 'invalid' } })
	for (const nonsense of ['2', 2.5, -2, 0, null, [2], { id: 2 }, 2 ** 53, undefined])
		expect(await hide(nonsense)).toMatchObject({ status: 400, body: { field: 'driverId' } })
})

test('hiding a claimed ghost hides its claimer', async () => {
	const { app, me, mum } = await family()
	const ghost = await app.ghost(me)
	await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	const answer = await me.post('/api/hidden-drivers', { userId: me.id, driverId: ghost.id })

	expect(answer).toMatchObject({ status: 201, body: { driverId: mum.id } })
})
