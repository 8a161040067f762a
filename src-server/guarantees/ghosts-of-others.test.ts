import { expect, test } from 'bun:test'
import { everyCall } from '#contract/every-call.ts'
import { AWARD_KEYS, monthOf } from '#contract/receipts.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

/*
 * Knowing a ghost's id permits rating it, and raters may read its claim link. So no answer discloses the id or
 * generated username of an unclaimed ghost to people who neither made nor rated it, except hosts.
 */

const now = new Date()
const month = monthOf(now)

/** Every GET of the API, with every id and value that an outsider may know. */
function addresses(ids: readonly number[]) {
	const values = [...ids.map(String), month, String(now.getUTCFullYear()), ...AWARD_KEYS, 'no-such-token-anywhere']
	const fill = (path: string): string[] => {
		const [parameter] = path.match(/:\w+/) ?? []
		return parameter ? values.flatMap((value) => fill(path.replace(parameter, value))) : [path]
	}
	const queries = [
		'',
		`?year=${now.getUTCFullYear()}`,
		'?search=bob',
		'?search=ghost-',
		'?limit=500',
		...ids.map((id) => `?creatorId=${id}`),
	]
	const api = everyCall
		.filter(({ call: { method, who, path } }) => method === 'GET' && who !== 'host' && path !== '/live')
		.flatMap(({ call: { path } }) => fill(path).flatMap((filled) => queries.map((query) => `/api${filled}${query}`)))
	const pages = ['/', '/home', '/verdicts', '/glovebox', '/wrapped', '/add-driver', '/settings', `/receipts/${month}`]
	const pagesOf = ids.flatMap((id) =>
		['profile', 'rating', 'infographic', 'share-ghost', 'poster'].map((page) => `/${page}/${id}`),
	)
	return [...api, ...pages, ...pagesOf]
}

async function whatIsTold(viewer: TestBrowser, ids: readonly number[]) {
	const told: string[] = []
	for (const address of addresses(ids)) {
		const { headers, body } = await viewer.get(address)
		told.push(`${address} ${JSON.stringify([...headers])} ${JSON.stringify(body)}`)
	}
	return told
}

async function familyWithGhost() {
	const app = testApp()
	const [mum, dad] = [await app.member('mum'), await app.member('dad')]
	const ghost = await app.ghost(mum, 'Uncle Bob')
	const guest = app.browser()
	for (const starRating of [5, 5, 5]) await app.rate(dad, ghost.id, { starRating })
	for (const starRating of [3, 4, 4]) await app.rate(guest, mum.id, { starRating })
	return { app, mum, dad, ghost }
}

test('no answer tells a visitor or a member without friends the id or username of a ghost [T74]', async () => {
	const { app, mum, dad, ghost } = await familyWithGhost()
	const stranger = await app.member('stranger')

	for (const viewer of [stranger, app.browser()])
		for (const answer of await whatIsTold(viewer, [mum.id, dad.id, stranger.id, 2])) {
			expect(answer).not.toContain(String(ghost.id))
			expect(answer).not.toContain(ghost.username)
			expect(answer).not.toContain(ghost.ghostClaimToken)
		}
	const { body } = await stranger.get(`/api/receipts/${month}`)
	expect(body).toMatchObject({
		awards: expect.arrayContaining([
			{
				key: 'driverOfTheMonth',
				drivers: [],
				ghosts: [{ display_name: 'Uncle Bob', avatarId: expect.any(Number) }],
				figure: 5,
			},
		]),
	})
})

test('its creator and the members who rated it find the ghost on the receipt as before [T74]', async () => {
	const { mum, dad, ghost } = await familyWithGhost()

	for (const viewer of [mum, dad])
		expect((await viewer.get(`/api/receipts/${month}`)).body).toMatchObject({
			awards: expect.arrayContaining([
				expect.objectContaining({
					key: 'driverOfTheMonth',
					drivers: [expect.objectContaining({ id: ghost.id })],
					ghosts: [],
				}),
			]),
		})
})
