import { expect, test } from 'bun:test'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asc } from 'drizzle-orm'
import { ALL_GOOD } from '#contract/impressions.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { ratings } from '#db/schema.ts'
import { familyOf, testApp } from '#server/testing/test-app.ts'
import { testContext } from '#server/testing/test-context.ts'
import { atOneMoment, exportAsCsv, exportAsJson } from './export.service.ts'

const aRide: typeof ratings.$inferInsert = {
	driverId: DEMO_DRIVER_ID,
	raterId: GUEST_ID,
	...ALL_GOOD,
	starRating: 4,
	createdAt: new Date(0),
}

function rate(db: Database, times: number) {
	db.write(() => {
		for (let done = 0; done < times; done += 1000) {
			const some = Array.from({ length: Math.min(1000, times - done) }, () => aRide)
			db.orm.insert(ratings).values(some).run()
		}
	})
}

test.each([0, 1, 5000, 5001])('of %i ratings each comes out once', (count) => {
	const context = testContext()
	const { db } = context
	if (count > 0) rate(db, count)
	const inOrder = db.orm.select({ id: ratings.wireId }).from(ratings).orderBy(asc(ratings.id)).all()
	const expected = inOrder.map(({ id }) => id)
	expect(expected).toHaveLength(count)

	const all: { ratings: { id: number }[] } = JSON.parse([...exportAsJson(context)].join(''))
	const [, ...lines] = [...exportAsCsv(context)].join('').trimEnd().split('\n')

	expect(all.ratings.map(({ id }) => id)).toEqual(expected)
	expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(expected)
})

test('the operator’s export says which ratings are sealed, and which are placeholders', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	await app.rate(mum, dad.id, { delivery: 'evening' })
	await app.rate(dad, mum.id, { isPlaceholder: true })

	const { ratings: all }: { ratings: object[] } = JSON.parse([...exportAsJson(app.context)].join(''))

	expect(all).toMatchObject([
		{ driver: 'dad', isPlaceholder: false, isSealed: true },
		{ driver: 'mum', isPlaceholder: true, isSealed: false },
	])
	expect([...exportAsCsv(app.context)].join('')).toMatch(/,dad,.*,false,true,,/)
})

test('the operator’s export has road trips, without their links and without who is in [T42]', async () => {
	const { app, mum, dad } = await familyOf('mum', 'dad')
	const ghost = await app.ghost(mum)
	await app.rate(mum, dad.id)
	const { body } = await mum.post('/api/trips', { name: 'To the sea', driverIds: [ghost.id, mum.id, dad.id] })
	const { token } = body as { token: string }
	await dad.post(`/api/trips/${token}/seat`)

	const text = [...exportAsJson(app.context)].join('')

	expect(text).not.toContain(token)
	expect(JSON.parse(text).trips).toEqual([
		{
			name: 'To the sea',
			makerId: mum.id,
			createdAt: expect.any(String),
			openedAt: null,
			seats: null,
			driverIds: [ghost.id, mum.id, dad.id],
		},
	])
})

test('what is written while an export is under way is not half in it', async () => {
	const path = join(mkdtempSync(join(tmpdir(), 'backseat-')), 'backseat.db')
	const [server, command] = [openDatabase(path), testContext({}, { db: openDatabase(path) })]
	rate(server, 1)

	const text = await atOneMoment(command, async () => {
		let pieces = ''
		for (const piece of exportAsJson(command)) {
			pieces += piece
			if (piece.startsWith('"people"')) rate(server, 1)
		}
		return pieces
	})

	expect(JSON.parse(text).ratings).toHaveLength(1)
	expect(JSON.parse([...exportAsJson(command)].join('')).ratings).toHaveLength(2)
	server.close()
	command.db.close()
})

test('a driver’s name does not become a formula, neither where it begins nor after a semicolon that parts columns', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	await app.rate(mum, (await app.ghost(mum, '=1+1')).id)
	await app.rate(mum, (await app.ghost(mum, 'x;@a;-b')).id)

	const table = [...exportAsCsv(app.context)].join('')

	expect(table).toContain(",'=1+1,")
	expect(table).toContain(",x;'@a;'-b,")
})
