import { expect, test } from 'bun:test'
import type { VisibleUser } from '#contract/accounts.ts'
import type { SignupMode } from '#contract/instance.ts'
import { addMember } from '#server/features/accounts/users.ts'
import { aRating, idIn, type TestBrowser, type TestGhost, testApp } from '#server/testing/test-app.ts'
import { unclaim } from './undo-claim.ts'

/** A ghost, its creator, and a friend and a guest who have rated it, under the given sign-up policy. */
async function family(signup: SignupMode = 'open') {
	const app = testApp({ signup })
	const password = 'backseat-secret'
	const passwordHash = await app.context.passwords.hash(password)
	const member = async (username: string, on = app.browser(), more: object = {}) => {
		const { id } = addMember(app.context, { username, email: null, passwordHash, avatarId: 1 })
		await on.post('/api/login', { username, password, ...more })
		return { ...on, id, username, password }
	}
	const [creator, friend, guest] = [await member('creator'), await member('friend'), app.browser()]
	const ghost = await app.ghost(creator)
	await app.rate(friend, ghost.id)
	const kept = await app.rate(guest, ghost.id)
	const tokenFor = async (who: TestBrowser) =>
		((await who.get(`/api/users/${ghost.id}`)).body as VisibleUser).ghostClaimToken
	return { app, member, creator, friend, guest, ghost, kept, tokenFor }
}

test('a claim link that took another’s place is for the ghost’s creator only, not for raters of before and after [T13] [spec 7.3]', async () => {
	const { app, creator, friend, guest, ghost, tokenFor } = await family()
	for (const who of [creator, friend, guest]) expect(await tokenFor(who)).toBe(ghost.ghostClaimToken)

	const { ghostClaimToken } = (await creator.post(`/api/ghost-drivers/${ghost.id}/rotate-token`)).body as TestGhost

	expect(await tokenFor(creator)).toBe(ghostClaimToken)
	for (const who of [friend, guest]) {
		expect(await tokenFor(who)).toBeUndefined()
		await app.rate(who, ghost.id)
		expect(await tokenFor(who)).toBeUndefined()
	}
	const newcomer = app.browser()
	await app.rate(newcomer, ghost.id)
	expect(await tokenFor(newcomer)).toBeUndefined()
})

test('a thief of a ghost does not read the new link after the claim is undone, with no cookie they ever had [T13]', async () => {
	const { app, creator, guest: thiefAsGuest, ghost, tokenFor } = await family()
	const stolen = await tokenFor(thiefAsGuest)
	const oldCookies = new Map(thiefAsGuest.cookies)
	await thiefAsGuest.post('/api/ghost-drivers/claim', { token: stolen, username: 'thief', password: 'backseat' })
	await app.signIn({ username: 'thief', password: 'backseat' }, thiefAsGuest)

	const { token } = unclaim(app.context, ghost.id)

	expect(await tokenFor(creator)).toBe(token)
	const onlyCookies = app.browser()
	for (const [name, value] of oldCookies) onlyCookies.cookies.set(name, value)
	const accomplice = await app.member('accomplice')
	for (const who of [thiefAsGuest, onlyCookies, accomplice]) {
		expect(await tokenFor(who)).toBeUndefined()
		await app.rate(who, ghost.id)
		expect(await tokenFor(who)).toBeUndefined()
	}
	expect((await app.browser().get(`/api/ghost-drivers/claim/${stolen}`)).status).toBe(404)
})

test.each(['invite', 'closed'] as const)(
	'where sign-up is %s a stranger with a card link gets no claim link by rating [T13]',
	async (signup) => {
		const { app, ghost, tokenFor } = await family(signup)
		const stranger = app.browser()
		await app.rate(stranger, ghost.id)

		const said = JSON.stringify([
			await stranger.get(`/api/users/${ghost.id}`),
			await stranger.get('/api/users'),
			await stranger.get('/api/home'),
			await stranger.get('/api/ratings'),
			await stranger.get('/api/ghost-drivers'),
			await stranger.post('/api/ratings', aRating({ driverId: ghost.id })),
		])

		expect(said).toContain('Uncle Bob')
		expect(said).not.toContain(ghost.ghostClaimToken)
		expect(await tokenFor(stranger)).toBeUndefined()
		expect((await stranger.post('/api/users', { username: 'stranger', password: 'backseat' })).status).toBe(403)
	},
)

test.each(['invite', 'closed'] as const)(
	'where sign-up is %s members who rated still see the link, also with a rating they kept [T13]',
	async (signup) => {
		const { app, member, creator, friend, guest, ghost, kept, tokenFor } = await family(signup)

		for (const who of [creator, friend]) expect(await tokenFor(who)).toBe(ghost.ghostClaimToken)
		expect(await tokenFor(await member('other'))).toBeUndefined()
		// A member does not become the guest who rated on the same phone.
		const cookie = guest.cookies.get('backseat_guest') ?? ''
		const borrowed = await member('borrower')
		borrowed.cookies.set('backseat_guest', cookie)
		expect(await tokenFor(borrowed)).toBeUndefined()
		const keeper = await member('keeper', guest, { ratingId: kept.id })
		expect(await tokenFor(keeper)).toBe(ghost.ghostClaimToken)
		expect(await tokenFor(app.browser())).toBeUndefined()
	},
)

test.each(['invite', 'closed'] as const)('where sign-up is %s a claim link lets its one person in', async (signup) => {
	const { app, ghost } = await family(signup)
	const bob = app.browser()

	const claim = { token: ghost.ghostClaimToken, username: 'bob', password: 'backseat' }
	expect(await bob.post('/api/ghost-drivers/claim', claim)).toMatchObject({
		status: 201,
		body: { transferredRatings: 2 },
	})

	const { body } = await bob.post('/api/login', { username: 'bob', password: 'backseat' })
	expect(idIn(body)).toBeGreaterThan(2)
	expect((await app.browser().post('/api/ghost-drivers/claim', { ...claim, username: 'bob2' })).status).toBe(404)
})
