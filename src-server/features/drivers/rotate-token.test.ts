import { expect, test } from 'bun:test'
import { users } from '#db/schema.ts'
import { type TestGhost, testApp } from '#server/testing/test-app.ts'
import { waitingGhost } from './waiting-ghosts.ts'

async function setUp() {
	const app = testApp()
	const creator = await app.member('creator')
	const ghost = await app.ghost(creator)
	const look = async (token: string) => (await app.browser().get(`/api/ghost-drivers/claim/${token}`)).status
	const address = `/api/ghost-drivers/${ghost.id}/rotate-token`
	return { app, creator, ghost, look, address }
}

test('the creator of a ghost gets a new claim link when the old one went to the wrong chat [spec 10.2]', async () => {
	const { creator, ghost, look, address } = await setUp()

	const { status, body } = await creator.post(address)

	const { ghostClaimToken } = body as TestGhost
	expect(status).toBe(200)
	expect(body).toEqual({ ...ghost, ghostClaimToken: expect.stringMatching(/^[A-Za-z0-9_-]{32}$/) })
	expect(ghostClaimToken).not.toBe(ghost.ghostClaimToken)
	expect([await look(ghost.ghostClaimToken), await look(ghostClaimToken)]).toEqual([404, 200])
})

test('nobody else does, not even who has rated the ghost, and nobody learns what there is', async () => {
	const { app, ghost, look, address } = await setUp()
	const friend = await app.member('friend')
	await app.rate(friend, ghost.id)

	for (const path of [address, ...[1, 2, 999, friend.id].map((id) => `/api/ghost-drivers/${id}/rotate-token`)])
		expect(await friend.post(path)).toMatchObject({ status: 403, body: { code: 'not_yours' } })
	expect((await app.browser().post(address)).status).toBe(401)
	expect((await friend.post('/api/ghost-drivers/nonsense/rotate-token')).status).toBe(400)
	expect(await look(ghost.ghostClaimToken)).toBe(200)
})

test('a ghost that has been claimed has no link any more', async () => {
	const { app, creator, ghost, address } = await setUp()
	const claim = { token: ghost.ghostClaimToken, username: 'bob', password: 'backseat' }
	await app.browser().post('/api/ghost-drivers/claim', claim)

	expect(await creator.post(address)).toMatchObject({ status: 409, body: { code: 'already_claimed' } })
	expect(() => waitingGhost(app.context, creator.id)).toThrow('Driver not found')
	expect(
		app.db.orm
			.select()
			.from(users)
			.all()
			.some(({ ghostClaimToken }) => ghostClaimToken),
	).toBe(false)
})
