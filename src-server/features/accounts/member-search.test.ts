import { expect, spyOn, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import * as fc from 'fast-check'
import { foldedName } from '#contract/folded-name.ts'
import { isEveryRun } from '#db/testing/property-runs.ts'
import { familyOf, type TestMember, testApp } from '#server/testing/test-app.ts'
import { membersCalled } from './member-search.ts'
import { memberCalled } from './users.ts'

const names = async (who: TestMember, text: string, more = '') => {
	const { body } = await who.get(`/api/users?search=${encodeURIComponent(text)}${more}`)
	return (body as { username: string }[]).map(({ username }) => username)
}

test('members are found by any part of either name, in any case, also in other scripts [spec 12.1]', async () => {
	const { app, mumrik: mum } = await familyOf('mumrik')
	const called: [string, string][] = [
		['zoe', 'Zoë Ångström'],
		['odos', 'ΟΔΟΣ Γιώργος'],
		['li', '李小明 Li'],
		['olga', 'Ольга Иванова'],
		['ibo42', 'İbrahim Müller'],
		['lucky', 'Łukasz Straße'],
		['sean', 'Seán O’Brien'],
		['quoted', 'Say "yes" OR no*'],
	]
	for (const [username, display_name] of called) {
		const who = await app.member(username.padEnd(3, '_'))
		await who.patch(`/api/users/${who.id}`, { display_name })
	}

	for (const [text, found] of [
		['ångSTR', 'zoe'],
		['ZOË', 'zoe'],
		['οδοσ', 'odos'],
		['γιώ', 'odos'],
		['李小明', 'li_'],
		['小明', 'li_'],
		['ИВАНО', 'olga'],
		['İbrahim', 'ibo42'],
		['ibrahim', 'ibo42'],
		['muller', 'ibo42'],
		['Müller', 'ibo42'],
		['lukasz', 'lucky'],
		['STRASSE', 'lucky'],
		["o'brien", 'sean'],
		['zoé', 'zoe'],
		['"yes"', 'quoted'],
		['OR no*', 'quoted'],
		['mri', 'mumrik'],
		['UMR', 'mumrik'],
	] as const)
		expect([text, await names(mum, text)]).toEqual([text, [found]])
	expect(await names(mum, 'İBO42')).toEqual(['ibo42'])
	for (const nobody of ['xyz', 'yes OR', '" OR "', 'username:zoe', 'zo*', 'NOT zoe'])
		expect([nobody, await names(mum, nobody)]).toEqual([nobody, []])
})

test('a new name is found at once, and the one before it, or of one who has left, is not [T10]', async () => {
	const { app, mumrik: mum, daddy: dad } = await familyOf('mumrik', 'daddy')
	await dad.put(`/api/users/${dad.id}`, { username: 'papa.bear' })

	expect(await names(mum, 'daddy')).toEqual([])
	expect(await names(mum, 'pa.be')).toEqual(['papa.bear'])
	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'go' })
	expect(await names(mum, 'pa.be')).toEqual([])
	const terms = () => {
		app.db.orm.run(sql`CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, users_search, 'instance')`)
		return app.db.orm.all<{ term: string }>(sql`SELECT DISTINCT term FROM temp.terms`).map(({ term }) => term)
	}
	for (const letters of ['dad', 'add', 'ddy', 'pap', 'a.b', 'ear']) expect(terms()).not.toContain(letters)
	expect(terms()).toContain('mum')
})

test('where a SQLite only marks what is deleted, leaving takes it out of the index all the same [T10]', async () => {
	const app = testApp()
	app.db.orm.run(sql`INSERT INTO users_search (users_search, rank) VALUES ('secure-delete', 0)`)
	const dad = await app.member('daddy')
	const blocks = () => JSON.stringify(app.db.orm.all(sql`SELECT hex(block) AS block FROM users_search_data`))
	const letters = Buffer.from('dad').toString('hex')
	expect(blocks()).toContain(letters)

	await dad.delete(`/api/users/${dad.id}`, { password: dad.password, ratings: 'go' })

	expect(blocks()).not.toContain(letters)
})

test('however many members have a text in their names, the answer is that of looking at each, by index and by walk [T7]', async () => {
	const app = testApp()
	const aName = fc.array(fc.constantFrom('a', 'B', 'ä', 'Ä', 'σ', 'ς', '-', '李'), { minLength: 2, maxLength: 8 })
	const { context } = app
	const all = fc.sample(aName, { numRuns: 1500, seed: 7 }).map((letters, i) => {
		const row = { id: 1000 + i * 3, username: `u${i}`, displayName: letters.join('') }
		app.db.orm.run(
			sql`INSERT INTO users (id, username, display_name, folded_display_name, avatar_id, created_at)
				VALUES (${row.id}, ${row.username}, ${row.displayName}, ${foldedName(row.displayName)}, 1, 1)`,
		)
		return row
	})
	let walks = 0
	const walk = spyOn(context.queries.users, 'memberNamesAfter')

	await fc.assert(
		fc.asyncProperty(
			fc.array(fc.constantFrom('a', 'Ä', 'ς', 'b', '-', '李'), { minLength: 2, maxLength: 5 }),
			async (letters) => {
				const text = letters.join('')
				walk.mockClear()
				const expected = all
					.filter(({ username, displayName }) => foldedName(`${username}\n${displayName}`).includes(foldedName(text)))
					.map(({ id, username }) => ({ id, username }))
					.toSorted((one, other) => (one.username < other.username ? -1 : 1))
				const page = { after: 'u2', limit: 40 }
				const ids = await membersCalled(context, text, page)
				expect(ids).toEqual(
					expected
						.filter(({ username }) => username > 'u2')
						.slice(0, 40)
						.map(({ id }) => id),
				)
				if (walk.mock.calls.length > 0) walks += 1
			},
		),
		{ numRuns: isEveryRun ? 200 : 50 },
	)
	expect(walks).toBeGreaterThan(2)
	expect(walks).toBeLessThan(isEveryRun ? 190 : 48)
})

test('two letters that few have are found wherever they stand in a name, and nobody walks along all names for them [T7]', async () => {
	const app = testApp()
	const add = (id: number, username: string, displayName: string | null) =>
		app.db.orm.run(
			sql`INSERT INTO users (id, username, display_name, folded_display_name, avatar_id, created_at)
				VALUES (${id}, ${username}, ${displayName}, ${displayName && foldedName(displayName)}, 1, 1)`,
		)
	for (let i = 0; i < 3000; i++) add(1000 + i, `member-${i}`, 'Some Member')
	const few = ['xq', 'Xq', 'ends-in-xq', 'begins: XQ', '小明', 'a小明b', '李小明'].map((displayName, nth) => {
		add(10 + nth, `z${nth}`, displayName)
		return 10 + nth
	})
	add(30, 'zXQz', null)
	const walk = spyOn(app.context.queries.users, 'memberNamesAfter')
	const found = (text: string) => membersCalled(app.context, text, { after: '', limit: 20 })

	expect(await found('XQ')).toEqual([...few.slice(0, 4), 30])
	expect(await found('小明')).toEqual(few.slice(4))
	expect(await found('qx')).toEqual([])
	expect(walk).toHaveBeenCalledTimes(6)
})

test('an operator finds members by name, however it is written, and neither ghosts nor the built-in two', async () => {
	const { app, mum } = await familyOf('mum')
	const ghost = await app.ghost(mum)

	expect(memberCalled(app.context, 'MUM').id).toBe(mum.id)
	for (const name of ['guest', 'demo', ghost.username, ghost.display_name, 'nobody', ''])
		expect(() => memberCalled(app.context, name)).toThrow(`There is no account called '${name}'.`)
})
