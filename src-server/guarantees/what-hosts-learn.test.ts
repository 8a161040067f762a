import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { addressOf } from '#contract/call.ts'
import { everyCall } from '#contract/every-call.ts'
import { ratingReports, ratings, users } from '#db/schema.ts'
import { exampleBody } from '#server/testing/example-body.ts'
import { aRating, testApp } from '#server/testing/test-app.ts'

/*
 * A host looks after the instance and must never learn who rated whom. Proof by exchange: if other people had given the
 * same ratings at other hours of the same days, every answer to a host would be identical, byte for byte.
 */

const looking = everyCall.filter(({ call: { who, method } }) => who === 'host' && method === 'GET')

/** Members, a ghost and guests, with ratings, claims, reports, decisions and journal entries. */
async function busyInstance() {
	const app = testApp()
	const host = await app.host()
	const [mum, dad, kid, aunt] = await Promise.all(['mum', 'dad', 'kid', 'aunt'].map((name) => app.member(name)))
	if (!mum || !dad || !kid || !aunt) throw new Error('Nobody came')
	const ghost = await app.ghost(mum, 'Uncle Bob')
	const guest = app.browser()
	for (const rater of [dad, kid, guest]) {
		await app.rate(rater, mum.id, { starRating: 1 })
		await app.rate(rater, ghost.id, { starRating: 2 })
		await app.rate(rater, host.id, { starRating: 3 })
	}
	const placeholder = { ...aRating({ driverId: mum.id }), isPlaceholder: true }
	await aunt.post('/api/ratings', placeholder)
	const claim = { token: ghost.ghostClaimToken, username: 'bob', password: 'bob-secret-1' }
	await app.browser().post('/api/ghost-drivers/claim', claim)
	const ofMum = app.db.orm.select().from(ratings).where(eq(ratings.driverId, mum.id)).all()
	const [first, second, third] = ofMum.map(({ wireId }) => wireId)
	for (const [id, reason] of [
		[first, 'mistake'],
		[second, 'mistake'],
		[third, 'not_my_ride'],
	])
		await mum.post(`/api/ratings/${id}/report`, { reason })
	return { app, host, mum, dad, kid, aunt, ghost, first, second, third }
}

const readAll = async (host: Awaited<ReturnType<typeof busyInstance>>['host']) => {
	const answers: Record<string, unknown> = {}
	for (const { name, call } of looking) {
		// Backup files are skipped; the page warns about their contents before a download.
		if (call.path.includes(':')) continue
		const { status, body } = await host.get(addressOf(call))
		answers[name] = { status, body }
	}
	return answers
}

test('a host reads the same to the byte, whoever gave the ratings and at whatever hour, and whichever day of the week people came [T38]', async () => {
	const { app, host, mum, dad, kid, aunt } = await busyInstance()
	const before = await readAll(host)

	// Replaces everything that only the rater may know: the rater, the guest's browser and the hour.
	const others = [dad.id, kid.id, aunt.id, mum.id, 1]
	app.rows(ratings).forEach(({ id, driverId, raterId, createdAt }, index) => {
		const free = others.filter((other) => other !== driverId && other !== raterId)
		const other = free[index % free.length] ?? 1
		const day = createdAt.getTime() - (createdAt.getTime() % 86_400_000)
		const change = { raterId: other, guestKey: other === 1 ? `key-${index}` : null, requestKey: `request-${index}` }
		const at = new Date(day + ((index * 3_571_000) % 86_400_000))
		app.db.orm
			.update(ratings)
			.set({ ...change, createdAt: at })
			.where(eq(ratings.id, id))
			.run()
	})
	const monday = sql`${users.lastSeenOn} - (${users.lastSeenOn} / 86400000 + 3) % 7 * 86400000`
	app.db.orm
		.update(users)
		.set({ lastSeenOn: sql`${monday} + ${users.id} % 7 * 86400000` })
		.run()
	app.db.orm
		.update(ratingReports)
		.set({ reportedAt: sql`${ratingReports.reportedAt} / 86400000 * 86400000 + 4321` })
		.run()

	expect(Object.keys(before)).toContain('getJournal')
	expect(await readAll(host)).toEqual(before)
})

test('no answer to a host has a field for a rater, a key, a hash, a session, an address or what a member gave [T38]', async () => {
	const { app, host, ghost } = await busyInstance()
	const text = JSON.stringify(await readAll(host))

	expect(text).not.toMatch(
		/"(rater\w*|guest\w*|given\w*|ratings?Given|password\w*|hash|token\w*|session\w*|email|ip|userAgent|requestKey)":/i,
	)
	expect(text).not.toContain('$argon2')
	expect(text).not.toContain(ghost.ghostClaimToken)
	for (const { passwordHash, email } of app.rows(users))
		for (const secret of [passwordHash, email]) if (secret) expect(text).not.toContain(secret)
})

test('nobody becomes host by saying so, in whatever call [T36]', async () => {
	const { app, mum, ghost, first } = await busyInstance()
	const wishes = { isHost: true, is_host: true, host: true, role: 'host', isConfirmed: true }
	const token = ghost.ghostClaimToken
	const accepted: string[] = []
	const writes = everyCall.filter(
		({ name, call }) => call.method !== 'GET' && !['logOut', 'deleteAccount'].includes(name),
	)
	for (const { name, call } of writes) {
		const { method, path } = call
		const isNewcomer = call.who === 'visitor-or-member' && /^.(users|register|login|ghost-drivers)/.test(path)
		const sender = isNewcomer ? app.browser() : mum
		const { post, put, patch, delete: remove } = sender
		const address = `/api${path}`.replace(/:\w+/g, () => `${path.startsWith('/ratings/') ? first : mum.id}`)
		const username = isNewcomer && path !== '/login' ? `new-${accepted.length}` : 'mum'
		const { status } = await { POST: post, PUT: put, PATCH: patch, DELETE: remove }[method as 'POST'](address, {
			...exampleBody(call, { id: isNewcomer ? 1 : mum.id, password: mum.password }),
			...wishes,
			username,
			token,
		})
		if (status < 300) accepted.push(name)
	}

	expect(accepted).toEqual(
		expect.arrayContaining(['signUp', 'register', 'logIn', 'rename', 'changeAccount', 'rateDriver']),
	)
	const hosts = app.db.orm.select().from(users).where(eq(users.isHost, true)).all()
	expect(hosts.map(({ username }) => username)).toEqual(['hostess'])
})
