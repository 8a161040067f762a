import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '#db/schema.ts'
import { familyOf, type TestBrowser, type TestGhost } from '#server/testing/test-app.ts'
import { unclaim } from './undo-claim.ts'

const CLAIM = '/api/ghost-drivers/claim'

/** Uncle Bob: his niece made the ghost, a friend and a guest rated it, and he claimed it. */
async function claimedGhost() {
	const { app, creator, friend } = await familyOf('creator', 'friend')
	const guest = app.browser()
	const ghost = await app.ghost(creator, 'Uncle Bob')
	for (const rater of [friend, guest]) await app.rate(rater, ghost.id)
	const bob = await app.claim(ghost, 'bob')
	const used = ghost.ghostClaimToken
	const look = (who: TestBrowser, token = used) => who.get(`${CLAIM}/${token}`)
	const rowOfGhost = () => app.db.orm.select().from(users).where(eq(users.id, ghost.id)).get()
	const deleteAccount = () => bob.delete(`/api/users/${bob.id}`, { password: bob.password, ratings: 'go' })
	return { app, creator, friend, guest, ghost, bob, used, look, rowOfGhost, deleteAccount }
}

const alreadyYours = (driverId: number) => ({
	status: 409,
	cookies: [],
	body: {
		message: 'These are yours already.',
		code: 'already_yours',
		reason: 'already_yours',
		driverId,
		requestId: expect.any(String),
	},
})

/** Everything in an answer that its reader can see, except the request id. */
const seen = ({ status, headers, body, cookies }: Awaited<ReturnType<TestBrowser['get']>>) => ({
	status,
	headers: [...headers].filter(([name]) => !/^(x-request-id|date|ratelimit|etag)/.test(name)),
	body: { ...(body as object), requestId: '' },
	cookies,
})

test('a claimer who opens their link again is told that it is theirs, in every browser where they are signed in [spec 7.15] [spec 12.9]', async () => {
	const { app, bob, look } = await claimedGhost()

	for (const on of [bob, await app.signIn(bob)]) {
		const { status, cookies, body } = await look(on)
		expect({ status, cookies, body }).toEqual(alreadyYours(bob.id))
	}
})

test('for everybody else a used link is like one that never was [T13] [spec 12.9]', async () => {
	const { app, creator, friend, guest, used, look } = await claimedGhost()
	const formerly = await app.browser()

	for (const who of [creator, friend, guest, formerly]) {
		const unknown = seen(await look(who, 'A'.repeat(used.length)))
		expect(unknown).toMatchObject({
			status: 404,
			body: { code: 'not_found', message: 'This claim link is invalid or has already been used.' },
		})
		expect(seen(await look(who))).toEqual(unknown)
	}
})

test('sending the claim again is the same to its claimer as looking, and neither changes anything [spec 7.16] [T14]', async () => {
	const { app, bob, friend, used, look } = await claimedGhost()
	const form = { username: 'bob.again', password: 'backseat' }
	const before = JSON.stringify(app.rows(users))

	for (const who of [bob, friend, app.browser()]) await look(who)
	for (const more of [{}, form])
		expect(await bob.post(CLAIM, { token: used, ...more })).toMatchObject(alreadyYours(bob.id))
	expect((await friend.post(CLAIM, { token: used })).status).toBe(404)
	expect((await app.browser().post(CLAIM, { token: used, ...form })).status).toBe(404)

	expect(JSON.stringify(app.rows(users))).toBe(before)
})

test('of two presses at once one claims, and the other hears that it is theirs already [T14]', async () => {
	const { app, creator, mum } = await familyOf('creator', 'mum')
	const { ghostClaimToken: token } = await app.ghost(creator)

	const answers = await Promise.all([mum.post(CLAIM, { token }), mum.post(CLAIM, { token })])

	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
	expect(answers.find(({ status }) => status === 409)).toMatchObject(alreadyYours(mum.id))
	// The password is hashed after the first look-up, so the form looks the link up a second time.
	const { ghostClaimToken } = await app.ghost(creator)
	const form = { token: ghostClaimToken, username: 'mums.second', password: 'backseat' }
	const [slow, quick] = await Promise.all([mum.post(CLAIM, form), mum.post(CLAIM, { token: ghostClaimToken })])
	expect(quick.status).toBe(200)
	expect(slow).toMatchObject(alreadyYours(mum.id))
})

test('each of several links leads their claimer to the same profile', async () => {
	const { app, creator, bob, used, look } = await claimedGhost()
	const other = await app.ghost(creator, 'Bob from work')
	await bob.post(CLAIM, { token: other.ghostClaimToken })

	for (const token of [used, other.ghostClaimToken]) expect(await look(bob, token)).toMatchObject(alreadyYours(bob.id))
})

test('a link that was replaced before the claim leads nobody anywhere [T13]', async () => {
	const { app, creator, look } = await claimedGhost()
	const ghost = await app.ghost(creator, 'Aunt Amy')
	const { ghostClaimToken } = (await creator.post(`/api/ghost-drivers/${ghost.id}/rotate-token`)).body as TestGhost
	const amy = await app.claim({ ghostClaimToken }, 'amy')

	expect((await look(amy, ghost.ghostClaimToken)).status).toBe(404)
	expect(await look(amy, ghostClaimToken)).toMatchObject(alreadyYours(amy.id))
})

test('after a claim was undone its link is dead for its former claimer too, also once the next has claimed [T13]', async () => {
	const { app, ghost, bob: thief, used, look, rowOfGhost } = await claimedGhost()

	const { token } = unclaim(app.context, ghost.id)

	expect(rowOfGhost()).toMatchObject({ usedClaimTokenHash: null })
	expect((await look(thief)).status).toBe(404)
	expect((await look(thief, token)).status).toBe(200)
	const bob = await app.claim({ ghostClaimToken: token }, 'real.bob')
	for (const who of [thief, bob]) expect((await look(who, used)).status).toBe(404)
	expect((await look(thief, token)).status).toBe(404)
	expect(await look(bob, token)).toMatchObject(alreadyYours(bob.id))
})

test('a claimer who leaves takes it along: nothing of the link stays in the data [T10]', async () => {
	const { app, used, look, rowOfGhost, bob, deleteAccount } = await claimedGhost()
	const hash = rowOfGhost()?.usedClaimTokenHash ?? ''
	expect(hash).toMatch(/^[0-9a-f]{64}$/)
	expect(hash).not.toContain(used)

	expect((await deleteAccount()).status).toBe(200)

	// Within the week, the ghost becomes claimable again; see leaving-after-a-claim.test.ts.
	expect(rowOfGhost()).toMatchObject({ claimedById: null, usedClaimTokenHash: null })
	expect(JSON.stringify(app.rows(users))).not.toContain(hash)
	const again = await app.member('bob')
	for (const who of [bob, again, app.browser()]) expect((await look(who)).status).toBe(404)
})

test('a claim that an older version has seen has a link that is used up for everybody', async () => {
	const { app, ghost, bob, look } = await claimedGhost()
	app.db.orm.update(users).set({ usedClaimTokenHash: null }).where(eq(users.id, ghost.id)).run()

	expect((await look(bob)).status).toBe(404)
})
