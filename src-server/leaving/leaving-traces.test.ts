import { expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { type Database, openDatabase } from '#db/database.ts'
import { ratings } from '#db/schema.ts'
import { memberService } from '#server/accounts/members.service.ts'
import { aRating, testApp } from '#server/testing/test-app.ts'
import { leave } from './leaving.service.ts'

/** Every value in every table there is, also in those that somebody adds one day. */
function everythingIn({ orm }: Database): string {
	const tables = orm.all<{ name: string }>(sql`select name from sqlite_master where type = 'table'`)
	return tables.map(({ name }) => JSON.stringify(orm.all(sql.raw(`select * from "${name}"`)))).join('\n')
}

test.each(['stay', 'go'] as const)('no column of any table names who has left, when ratings %s', async (choice) => {
	const app = testApp()
	const [mum, dad] = [await app.member('mumsnamehere'), await app.member('dad')]
	const ghost = await app.ghost(mum, 'Shared')
	for (const rater of [mum, dad]) await app.rate(rater, ghost.id)
	await mum.post('/api/ratings', aRating({ driverId: dad.id }), { 'Idempotency-Key': 'a-key-of-mums' })
	await dad.post(`/api/users/${dad.id}/mark-ratings-seen`)
	const before = everythingIn(app.db)
	for (const trace of [String(mum.id), 'mumsnamehere', 'a-key-of-mums']) expect(before).toContain(trace)

	leave(app.db, mum.id, choice)

	const after = everythingIn(app.db)
	for (const trace of [String(mum.id), 'mumsnamehere', 'a-key-of-mums']) expect(after).not.toContain(trace)
	expect(app.db.orm.select().from(ratings).all()).toHaveLength(choice === 'stay' ? 3 : 1)
})

test('what they gave us is not left in the free space of the data file either', () => {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-'))
	const isOnDisk = (text: string) =>
		readdirSync(folder).some((name) => readFileSync(join(folder, name), 'latin1').includes(text))
	const db = openDatabase(join(folder, 'backseat.db'))
	const { addMember } = memberService(db)
	const mum = addMember({ username: 'mum', email: 'mum@home.example', passwordHash: 'hash-of-mum', avatarId: 1 })
	addMember({ username: 'dad', email: 'dad@home.example', passwordHash: 'hash-of-dad', avatarId: 1 })
	expect(isOnDisk('mum@home.example')).toBe(true)

	leave(db, mum.id, 'go')
	db.close()

	expect(['mum@home.example', 'hash-of-mum', 'dad@home.example'].filter(isOnDisk)).toEqual(['dad@home.example'])
})
