import { Database as Sqlite } from 'bun:sqlite'
import { copyFileSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ALL_GOOD } from '#contract/impressions.ts'
import { runToEnd, spawn, startServer } from '#server/testing/server-process.ts'

// bun scripts/release/upgrade-fixture.ts --checkout FOLDER
// Uses most features of another checkout's Backseat and keeps its data, with every row, in db/fixtures/schema-N/.
// db/upgrade.test.ts opens them with today's code. db/fixtures/README.md explains when and how.

const { values } = parseArgs({ options: { checkout: { type: 'string', default: '.' } } })
const checkout = resolve(values.checkout)
const dataDir = mkdtempSync(join(tmpdir(), 'backseat-fixture-'))

const seeding = spawn({ command: [process.execPath, 'scripts/seed.ts', '--data-dir', dataDir], cwd: checkout })
if ((await seeding.exited) !== 0) throw new Error(`No seed: ${seeding.output.stderr}`)
const { origin, end } = await startServer({
	command: [process.execPath, join(checkout, 'src-server/main.ts')],
	flags: ['--data-dir', dataDir, '--rate-limit-scale', '0'],
	cwd: checkout,
})

type Person = { username: string; password: string; sessionToken: string; id: number }
const people: Person[] = []

function browser() {
	const cookies = new Map<string, string>()
	async function send(method: string, path: string, body?: object, more: Record<string, string> = {}) {
		const answer = await fetch(origin + path, {
			method,
			headers: {
				'Content-Type': 'application/json',
				'User-Agent': 'Mozilla/5.0 (a browser of the day)',
				Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
				...more,
			},
			body: body && JSON.stringify(body),
		})
		for (const line of answer.headers.getSetCookie()) {
			const { name, value } = Bun.Cookie.parse(line)
			cookies.set(name, value)
		}
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
		const text = await answer.text()
		return text === '' ? {} : JSON.parse(text)
	}
	return {
		get: (path: string) => send('GET', path),
		post: (path: string, body?: object, more?: Record<string, string>) => send('POST', path, body, more),
		put: (path: string, body: object) => send('PUT', path, body),
		/** Resolves to null where that version has no such call. */
		tryTo: (method: string, path: string, body?: object, more?: Record<string, string>) =>
			send(method, path, body, more).catch((error: Error) => {
				if (!error.message.startsWith(`${method} ${path}: 404 `)) throw error
				return null
			}),
		delete: (path: string) => send('DELETE', path),
		cookies,
	}
}
type Browser = ReturnType<typeof browser>

async function remember(who: Browser, username: string, password: string, id: number) {
	const sessionToken = who.cookies.get('backseat_session')
	if (!sessionToken) throw new Error(`${username} has no session`)
	people.push({ username, password, sessionToken, id })
	return { ...who, id }
}

async function member(username: string, more: object = {}, who = browser()) {
	const password = `${username}-secret`
	const { id } = await who.post('/api/users', { username, password, email: null, ...more })
	return remember(who, username, password, id)
}

const ride = (driverId: number, starRating: number, safe = true, smooth = true, good = true, more = {}) => ({
	driverId,
	starRating,
	...ALL_GOOD,
	safetyFeeling: safe ? 'safe' : 'unsafe',
	rideQuality: smooth ? 'smooth' : 'bumpy',
	vibeQuality: good ? 'good' : 'off',
	...more,
})

const mum = await member('mum', { email: 'mum@example.org', avatarId: 2 })
const dad = await member('dad', { avatarId: 5 })
const kid = await member('kid.1', { email: 'kid@example.org' })
await kid.put(`/api/users/${kid.id}`, { username: 'Kid-Renamed' })
for (const person of people) if (person.id === kid.id) person.username = 'Kid-Renamed'

const ghost = (name: string, email: string | null = null) =>
	kid.post('/api/ghost-drivers', { username: name, email, avatarId: 3 })
const bob = await ghost('Uncle Bob', 'bob@example.org')
const zoe = await ghost('Zoë 🚗 “the brakes” Ærø')
const vera = await ghost('Aunt Vera')
const kim = await ghost('Cousin Kim')

for (const [who, driverId, stars] of [
	[kid, mum.id, 5],
	[kid, mum.id, 4],
	[dad, mum.id, 2],
	[mum, dad.id, 3],
	[kid, dad.id, 1],
	[kid, bob.id, 2],
	[mum, bob.id, 5],
	[kid, zoe.id, 5],
	[kid, vera.id, 4],
	[mum, vera.id, 3],
	[kid, kim.id, 1],
	[mum, kim.id, 2],
	[mum, 2, 4],
] as const)
	await who.post('/api/ratings', ride(driverId, stars, stars > 2, stars !== 3, stars % 2 === 1))
await dad.post('/api/ratings', ride(kid.id, 5), { 'Idempotency-Key': 'asked-twice-sent-once' })
await dad.post('/api/ratings', ride(kid.id, 5), { 'Idempotency-Key': 'asked-twice-sent-once' })
const changed = await dad.post('/api/ratings', ride(kid.id, 2), { 'Idempotency-Key': 'said-and-then-changed' })
await dad.put(`/api/ratings/${changed.id}`, ride(kid.id, 3, false))
const takenBack = await dad.post('/api/ratings', ride(kid.id, 1), { 'Idempotency-Key': 'said-and-then-taken-back' })
await dad.delete(`/api/ratings/${takenBack.id}`)
await dad.post('/api/ratings', ride(bob.id, 3, true, true, true, { isPlaceholder: true }))

const passenger = browser()
await passenger.post('/api/ratings', ride(mum.id, 1, false, false, false))
const keeper = browser()
const kept = await keeper.post('/api/ratings', ride(bob.id, 4))
const { id: keeperId } = await member('keeper', { ratingId: kept.id }, keeper)
const lender = browser()
const lent = await lender.post('/api/ratings', ride(zoe.id, 1))
await lender.post('/api/login', { username: 'dad', password: 'dad-secret' })
await lender.tryTo('POST', `/api/ratings/${lent.id}/not-mine`)

const newVera = browser()
const claim = { token: vera.ghostClaimToken, username: 'vera.herself', password: 'vera-secret', email: null }
const { user } = await newVera.post('/api/ghost-drivers/claim', claim)
await newVera.post('/api/login', { username: claim.username, password: claim.password })
await remember(newVera, claim.username, claim.password, user.id)
await dad.post('/api/ghost-drivers/claim', { token: kim.ghostClaimToken })

await kid.post('/api/hidden-drivers', { userId: kid.id, driverId: dad.id })
await mum.post('/api/hidden-drivers', { userId: mum.id, driverId: 101 })
await mum.post(`/api/users/${mum.id}/mark-ratings-seen`)

// Only of keeper, whose card is not compared: a server opens sealed verdicts and trips by itself after some days.
await mum.post('/api/ratings', ride(keeperId, 4))
await dad.post('/api/ratings', ride(keeperId, 3))
await dad.post('/api/ratings', ride(keeperId, 2, true, true, true, { delivery: 'evening' }))
for (const isOpened of [false, true]) {
	const trip = await mum.tryTo('POST', '/api/trips', { name: 'To the sea', driverIds: [mum.id, keeperId] })
	if (trip === null) break
	const path = `/api/trips/${trip.token}`
	for (const who of [dad, kid])
		await who.post(`${path}/seat`, {}, { 'Idempotency-Key': crypto.randomUUID(), 'Browser-Key': crypto.randomUUID() })
	await mum.post(`${path}/arrive`)
	await dad.put(`${path}/verdicts/${keeperId}`, ride(keeperId, 5))
	if (isOpened) await mum.post(`${path}/open`)
}
const [received] = (await mum.tryTo('GET', '/api/ratings/received')) ?? []
if (received) {
	await mum.post(`/api/ratings/${received.id}/report`, { reason: 'mistake' })
	await mum.tryTo('PUT', `/api/ratings/${received.id}/reply`, { sticker: 'rain' })
}

const gone = browser()
await gone.post('/api/login', { username: 'mum', password: 'mum-secret' })
await gone.post('/api/logout')

// Data that only commands create. A version without one of them skips it.
for (const words of [
	['invite', 'create', '--uses', '2', '--note', 'the choir'],
	['user', 'reset-password', 'dad'],
	['user', 'host', 'dad', 'on'],
	['backup', 'create'],
])
	await runToEnd({
		command: [process.execPath, join(checkout, 'src-server/main.ts')],
		flags: [...words, '--data-dir', dataDir],
		cwd: checkout,
	})

const stats = Object.fromEntries(
	await Promise.all(
		[mum.id, dad.id, kid.id, bob.id, zoe.id, user.id, 102].map(async (id) => [
			id,
			await browser().get(`/api/drivers/${id}/stats`),
		]),
	),
)

if ((await end('SIGTERM')) !== 0) throw new Error('It did not stop well')

const sqlite = new Sqlite(join(dataDir, 'backseat.db'), { readonly: true })
const { user_version: schema } = sqlite.query('PRAGMA user_version').get() as { user_version: number }
// Leaves out the search index, which migrations make again.
const names = sqlite.query("SELECT name FROM pragma_table_list WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").all()
const tables = Object.fromEntries(
	(names as { name: string }[]).map(({ name }) => [name, sqlite.query(`SELECT * FROM "${name}" ORDER BY 1`).all()]),
)
sqlite.close()

const folder = join(import.meta.dir, '..', '..', 'db', 'fixtures', `schema-${schema}`)
mkdirSync(folder, { recursive: true })
copyFileSync(join(dataDir, 'backseat.db'), join(folder, 'backseat.db'))
const rows = { schema, writtenAt: new Date().toISOString(), people, stats, tables }
const withHex = (_: string, value: unknown) => (value instanceof Uint8Array ? value.toHex() : value)
await Bun.write(join(folder, 'rows.json'), `${JSON.stringify(rows, withHex, '\t')}\n`)
console.log(`Kept in ${folder}.`)
