import { expect, test } from 'bun:test'
import { count, eq } from 'drizzle-orm'
import { openDatabase } from './database.ts'
import { driverStats, ratings, users } from './schema.ts'
import { SEED_PASSWORD, seed } from './seed.ts'

test('the family moves in once, and its statistics are kept', () => {
	const db = openDatabase(':memory:')
	expect(seed(db)).toBe(true)
	expect(seed(db)).toBe(false)

	expect(db.orm.select({ count: count() }).from(users).get()?.count).toBe(9)
	expect(db.orm.select({ count: count() }).from(ratings).get()?.count).toBe(16)
	const elke = db.orm
		.select()
		.from(driverStats)
		.all()
		.find((row) => row.driverId === 102)
	expect(elke).toMatchObject({ totalRides: 5, starSum: 24, smoothRides: 4, safeRides: 5, goodVibes: 4 })
	// The server takes anything longer for a link with text behind it.
	const tokens = db.orm.select({ token: users.ghostClaimToken }).from(users).where(eq(users.isGhost, true)).all()
	expect(tokens.map(({ token }) => token?.length)).toEqual([32, 32])
})

test('everybody can sign in with the one password, ghosts cannot', async () => {
	const db = openDatabase(':memory:')
	seed(db)
	for (const user of db.orm.select().from(users).all()) {
		const mayVerify = user.id > 100 && !user.isGhost
		expect(user.passwordHash !== null).toBe(mayVerify)
		if (user.passwordHash) expect(await Bun.password.verify(SEED_PASSWORD, user.passwordHash)).toBe(true)
	}
})
