import { afterEach, expect, test } from 'bun:test'
import type { Database } from '#db/database.ts'
import { passwordResets } from '#db/schema.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { testApp } from '#server/testing/test-app.ts'

/*
 * Timing must not reveal who has an account with an address. Time itself is too noisy for a test (docs/performance.md
 * has measurements), so the test counts the work that causes it.
 */

/** Maximum delay of a message, in seconds. */
const PAUSE_MAX = 6
const toClose: (() => unknown)[] = []

afterEach(() => {
	for (const close of toClose.splice(0)) close()
})

type Statement = Record<'run' | 'all' | 'values', (...values: unknown[]) => unknown>

/** Every database statement that is prepared and run from here on. */
function watchStatements({ orm }: Database): string[] {
	const ran: string[] = []
	const { $client } = orm as unknown as { $client: { prepare: (sql: string) => Statement } }
	const prepare = $client.prepare.bind($client)
	$client.prepare = (sql) => {
		const statement = prepare(sql)
		for (const how of ['run', 'all', 'values'] as const) {
			const act = statement[how].bind(statement)
			statement[how] = (...values) => {
				ran.push(sql)
				return act(...values)
			}
		}
		return statement
	}
	return ran
}

async function watchedHouse(rateLimitScale = 0) {
	const mail = await startMailServer()
	const db = freshDatabase()
	const ran = watchStatements(db)
	const publicUrl = new URL('https://rides.instance.example')
	const app = testApp({ smtpUrl: mail.url, smtpFrom: 'rides@example.org', publicUrl, rateLimitScale }, { db })
	toClose.push(mail.close, app.close)
	const join = (username: string, email: string | null) =>
		app.browser().post('/api/users', { username, password: 'backseat', email })
	let asked = 0

	/** The statements that one request runs: until shortly after its answer, and after the pause. */
	async function workFor(username: string) {
		ran.length = 0
		const { status } = await app
			.browser({ address: `198.51.100.${asked++}` })
			.post('/api/forgot-password', { username })
		// Work deferred until just after the answer counts too, because it would delay the client's next request.
		for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
		const atOnce = ran.splice(0)
		app.wait(PAUSE_MAX)
		return { status, atOnce, later: ran.splice(0) }
	}
	return { app, mail, join, workFor }
}

test('for every name, nothing is looked up or written until a while after the answer, and then the same [T8]', async () => {
	const { app, mail, join, workFor } = await watchedHouse()
	const dad = app.browser()
	await dad.post('/api/users', { username: 'dad', password: 'backseat', email: null })
	await join('mum', 'mum@home.example')
	const ghost = await app.ghost(dad)

	const known = await workFor('mum')
	expect(known.atOnce).toEqual([])
	expect(known.later.map((sql) => sql.split(' ')[0])).toEqual(['select', 'insert', 'delete'])
	for (const name of ['mum', 'MUM', 'dad', 'nobody', ghost.username, 'demo', 'guest', 'x'.repeat(200)])
		expect([name, await workFor(name)]).toEqual([name, known])
	await mail.received(3)

	expect(mail.messages.map(({ to }) => to)).toEqual(Array(3).fill('mum@home.example'))
	expect(app.rows(passwordResets)).toHaveLength(1)
})

test('nor does it show who got as many messages as anybody may [T8]', async () => {
	const { app, mail, join, workFor } = await watchedHouse(1)
	await join('mum', 'mum@home.example')
	const work = []
	for (let i = 0; i < 5; i++) work.push(await workFor('mum'))
	const nobody = await workFor('nobody')
	await mail.received(3)

	for (const one of work) expect(one).toEqual(nobody)
	expect(mail.messages).toHaveLength(3)
	expect(app.logged).toEqual([])
})
