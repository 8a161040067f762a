import { expect, test } from 'bun:test'
import type { SignedInUser } from '#contract/accounts.ts'
import { ALL_GOOD } from '#contract/impressions.ts'
import { familyOf, type TestBrowser } from '#server/testing/test-app.ts'
import { unclaim } from './undo-claim.ts'

const revealOf = (id: number) => `/api/ghost-drivers/${id}/reveal`

/** Uncle Bob: his niece made the ghost, and she, a friend and guests rated it. */
async function ratedGhost(ratings = 3) {
	const { app, creator, friend, mum } = await familyOf('creator', 'friend', 'mum')
	const ghost = await app.ghost(creator, 'Uncle Bob')
	for (let n = 0; n < ratings; n++)
		await app.rate([creator, friend][n] ?? app.browser(), ghost.id, { starRating: (n % 5) + 1 })
	const look = (who: TestBrowser) => who.get(revealOf(ghost.id))
	const begin = (who: TestBrowser) => who.post(`${revealOf(ghost.id)}/seen`)
	return { app, creator, friend, mum, ghost, look, begin }
}

const toReveal = async (who: TestBrowser) => ((await who.get('/api/user')).body as SignedInUser).toReveal

test('who claims into a new account is shown the newest five of what came, as everybody sees them [spec 13.13]', async () => {
	const { app, ghost, look } = await ratedGhost(7)
	const bob = await app.claim(ghost, 'bob')

	expect(await toReveal(bob)).toBe(ghost.id)
	const { status, body } = await look(bob)

	expect(status).toBe(200)
	const today = new Date().toISOString().slice(0, 10)
	const asSeen = (starRating: number) => ({
		id: expect.any(Number),
		...ALL_GOOD,
		starRating,
		createdAt: today,
		reply: null,
	})
	expect(body).toEqual({ ratings: [2, 1, 5, 4, 3].map(asSeen), total: 7 })
})

test('a member who claims is shown what the claim brought, not what was theirs before or came after [spec 13.13]', async () => {
	const { app, creator, mum, ghost, look } = await ratedGhost(1)
	await app.rate(creator, mum.id, { starRating: 5 })
	await app.rate(mum, ghost.id, { starRating: 4 })
	await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	await app.rate(creator, mum.id, { starRating: 3 })

	expect(await toReveal(mum)).toBe(ghost.id)
	expect((await look(mum)).body).toMatchObject({ ratings: [{ starRating: 1 }], total: 1 })
})

test('a claim that brought nothing but placeholders and the claimer’s own has nothing to reveal', async () => {
	const { app, creator, mum, ghost, look } = await ratedGhost(0)
	await app.rate(creator, ghost.id, { isPlaceholder: true })
	await app.rate(mum, ghost.id)
	await mum.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })

	expect(await toReveal(mum)).toBeUndefined()
	expect((await look(mum)).status).toBe(404)
})

test('looking changes nothing; once it has begun no browser of theirs begins it again [spec 13.13]', async () => {
	const { app, ghost, look, begin } = await ratedGhost()
	const bob = await app.claim(ghost, 'bob')
	const tablet = await app.signIn(bob)
	for (const who of [bob, tablet, bob]) expect((await look(who)).status).toBe(200)
	expect(await toReveal(bob)).toBe(ghost.id)

	expect(await begin(bob)).toMatchObject({ status: 204, body: undefined })

	for (const who of [bob, tablet]) {
		expect(await toReveal(who)).toBeUndefined()
		expect((await look(who)).status).toBe(404)
	}
	expect((await begin(tablet)).status).toBe(204)
})

test('to everybody but its claimer a reveal is like one that never was [T45] [spec 13.13]', async () => {
	const { app, creator, friend, mum, ghost, look, begin } = await ratedGhost()
	const host = await app.host()
	const guest = app.browser()
	await app.rate(guest, mum.id)
	const unclaimed = await app.ghost(creator, 'Aunt Amy')
	await app.rate(friend, unclaimed.id)
	const bob = await app.claim(ghost, 'bob')
	const before = app.db.generation()

	for (const who of [creator, friend, mum, host])
		for (const id of [ghost.id, unclaimed.id, who === mum ? 999 : mum.id, 1, 2, 999])
			for (const answer of [await who.get(revealOf(id)), await who.post(`${revealOf(id)}/seen`)])
				expect(answer).toMatchObject({
					status: 404,
					cookies: [],
					body: { code: 'not_found', message: 'There is nothing to reveal.' },
				})
	for (const who of [guest, app.browser()])
		for (const answer of [await look(who), await begin(who)]) expect(answer.status).toBe(401)

	expect(app.db.generation()).toEqual(before)
	expect(await toReveal(bob)).toBe(ghost.id)
	for (const who of [creator, friend, mum, host]) expect(await toReveal(who)).toBeUndefined()
	const read = async (who: TestBrowser) =>
		JSON.stringify([await who.get(`/api/users/${ghost.id}`), await who.get(`/api/users/${bob.id}`)])
	const unseen = await Promise.all([creator, guest].map(read))
	await begin(bob)
	const ids = /"x-request-id[^,}]*|"requestId[^,}]*/g
	expect((await Promise.all([creator, guest].map(read))).map((text) => text.replaceAll(ids, ''))).toEqual(
		unseen.map((text) => text.replaceAll(ids, '')),
	)
})

test('an undone claim takes its reveal along, and the next claimer has one of their own [spec 13.13]', async () => {
	const { app, ghost, look } = await ratedGhost()
	const thief = await app.claim(ghost, 'thief')

	const { token } = unclaim(app.context, ghost.id)

	expect(await toReveal(thief)).toBeUndefined()
	expect((await look(thief)).status).toBe(404)
	const bob = await app.claim({ ghostClaimToken: token }, 'bob')
	expect(await toReveal(bob)).toBe(ghost.id)
	expect((await look(bob)).body).toMatchObject({ total: 3 })
	expect((await look(thief)).status).toBe(404)
})

test('an undone claim that was revealed is revealed to the next claimer all the same', async () => {
	const { app, ghost, begin } = await ratedGhost()
	await begin(await app.claim(ghost, 'thief'))

	const { token } = unclaim(app.context, ghost.id)

	expect(await toReveal(await app.claim({ ghostClaimToken: token }, 'bob'))).toBe(ghost.id)
})

test('of two claims the later one is revealed first, and then the other', async () => {
	const { app, creator, friend, ghost, begin } = await ratedGhost()
	const bob = await app.claim(ghost, 'bob')
	const other = await app.ghost(creator, 'Bob from work')
	await app.rate(friend, other.id)
	// A claim within the same millisecond does not count as later.
	await Bun.sleep(2)
	await bob.post('/api/ghost-drivers/claim', { token: other.ghostClaimToken })

	expect(await toReveal(bob)).toBe(other.id)
	await bob.post(`${revealOf(other.id)}/seen`)
	expect(await toReveal(bob)).toBe(ghost.id)
	await begin(bob)
	expect(await toReveal(bob)).toBeUndefined()
})

test('what was taken back since the claim is not revealed', async () => {
	const { app, creator, friend, ghost, look } = await ratedGhost(0)
	const first = await app.rate(creator, ghost.id, { starRating: 2 })
	await app.rate(friend, ghost.id, { starRating: 4 })
	const bob = await app.claim(ghost, 'bob')

	await creator.delete(`/api/ratings/${first.id}`)

	expect((await look(bob)).body).toMatchObject({ ratings: [{ starRating: 4 }], total: 1 })
})
