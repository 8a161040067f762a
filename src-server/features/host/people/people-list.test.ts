import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { PeoplePage } from '#contract/host/people.ts'
import { withFoldedName } from '#db/folded-name.ts'
import { users } from '#db/schema.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'

afterEach(() => setSystemTime())

const pageOf = async (browser: TestBrowser, query = '') => {
	const { status, body } = await browser.get(`/api/host/people${query}`)
	expect([query, status]).toEqual([query, 200])
	return body as PeoplePage
}
const namesIn = ({ people }: PeoplePage) => people.map(({ username }) => username)

const aMember = (username: string, displayName = username) =>
	withFoldedName({
		username,
		displayName,
		passwordHash: 'not a hash',
		avatarId: 1,
		createdAt: new Date(Date.UTC(2026, 0, 5)),
	})

test('a host sees who has an account: names, face, days and who is host, and nothing else of them', async () => {
	setSystemTime(Date.UTC(2026, 2, 14, 9, 26, 53))
	const app = testApp()
	const host = await app.host('hostess')
	const mum = await app.member('mum')
	const bob = await app.ghost(mum)
	await app.rate(mum, bob.id)
	await app.rate(mum, host.id)
	await app.rate(app.browser(), mum.id)

	const { people, hasMore } = await pageOf(host)

	// A Saturday.
	const days = { since: '2026-03-14', lastSeenWeek: '2026-03-09' }
	const both = { display_name: null, avatarId: expect.any(Number), connected: [], readOnlyTokens: 0, ...days }
	expect(hasMore).toBe(false)
	expect(people).toEqual([
		{ id: host.id, username: 'hostess', isHost: true, ...both },
		{ id: mum.id, username: 'mum', isHost: false, ...both },
	])
})

test('a host reads in which week a member last came, and from no two visits in it on which day [T38]', async () => {
	setSystemTime(Date.UTC(2026, 9, 26))
	const app = testApp()
	const host = await app.host()
	const mum = await app.member('mum')
	const weekOfMum = async () => (await pageOf(host)).people.find(({ username }) => username === 'mum')?.lastSeenWeek

	// From a Monday to a Sunday in another month.
	for (const at of [Date.UTC(2026, 9, 26), Date.UTC(2026, 9, 29, 12), Date.UTC(2026, 10, 1, 23, 59)]) {
		setSystemTime(at)
		await mum.get('/api/user')
		expect([at, await weekOfMum()]).toEqual([at, '2026-10-26'])
	}
	setSystemTime(Date.UTC(2026, 10, 2))
	expect(await weekOfMum()).toBe('2026-10-26')
	await mum.get('/api/user')
	expect(await weekOfMum()).toBe('2026-11-02')
})

test('pages of 50 go on where the one before ended, though people come and go in between', async () => {
	const app = testApp()
	const host = await app.host('aaa')
	const names = Array.from({ length: 120 }, (_, i) => `member-${String(i).padStart(3, '0')}`)
	app.db.orm
		.insert(users)
		.values(names.map((name, i) => aMember(i % 2 ? name.toUpperCase() : name)))
		.run()

	const first = await pageOf(host)
	const last = namesIn(first).at(-1) ?? ''
	const second = await pageOf(host, `?after=${last.toUpperCase()}`)
	const third = await pageOf(host, `?after=${namesIn(second).at(-1)}`)

	expect([first, second, third].map(({ people, hasMore }) => [people.length, hasMore])).toEqual([
		[50, true],
		[50, true],
		[21, false],
	])
	expect([first, second, third].flatMap(namesIn).map((name) => name.toLowerCase())).toEqual(['aaa', ...names])
	expect(await pageOf(host, '?after=zzz')).toEqual({ people: [], hasMore: false })
})

test('people are found by any part of either name, whatever its case, in every script', async () => {
	const app = testApp()
	const host = await app.host('hostess')
	const bob = await app.ghost(host, 'Uncle Änne')
	app.db.orm
		.insert(users)
		.values([aMember('theo', 'Große ÄNNE'), aMember('Theodora', '太郎'), aMember('per_cent', '100 % Öl')])
		.run()
	const found = async (text: string) => namesIn(await pageOf(host, `?search=${encodeURIComponent(text)}`))

	expect(await found('THEO')).toEqual(['theo', 'Theodora'])
	expect(await found('änn')).toEqual(['theo'])
	// The decomposed form that some keyboards produce.
	expect(await found('a\u0308nne')).toEqual(['theo'])
	expect(await found('grosse anne')).toEqual(['theo'])
	expect(await found('郎')).toEqual(['Theodora'])
	for (const text of ['%', '_c', ' öl ']) expect(await found(text)).toEqual(['per_cent'])
	for (const text of ['demo', 'guest', 'Uncle', bob.username, 'nobody-at-all']) expect(await found(text)).toEqual([])
	expect(await found('  ')).toHaveLength(4)
})

test('a search goes on over its pages, too', async () => {
	const app = testApp()
	const host = await app.host('hostess')
	const names = Array.from({ length: 60 }, (_, i) => `driver-${i + 100}`)
	app.db.orm
		.insert(users)
		.values(names.flatMap((name) => [aMember(name), aMember(`x-${name}`.replace('driver', 'nobody'))]))
		.run()

	const first = await pageOf(host, '?search=DRIVER')
	const second = await pageOf(host, `?search=DRIVER&after=${namesIn(first).at(-1)}`)

	expect([...namesIn(first), ...namesIn(second)]).toEqual(names)
	expect([first.hasMore, second.hasMore]).toEqual([true, false])
})

test('a text longer than any name is refused', async () => {
	const app = testApp()
	const host = await app.host()

	for (const name of ['search', 'after']) {
		expect((await host.get(`/api/host/people?${name}=${'x'.repeat(200)}`)).status).toBe(200)
		expect((await host.get(`/api/host/people?${name}=${'x'.repeat(201)}`)).status).toBe(400)
	}
})
