import { afterEach, expect, setSystemTime, test } from 'bun:test'
import type { JournalLine } from '#contract/host/journal.ts'
import { journal as journalTable } from '#db/schema.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { noteInJournal, TERMINAL } from './journal.ts'

afterEach(() => setSystemTime())

const DAY_MS = 86_400_000

async function journal(host: TestBrowser, before?: number) {
	const { status, body } = await host.get(`/api/host/journal${before === undefined ? '' : `?before=${before}`}`)
	expect(status).toBe(200)
	return body as { lines: JournalLine[]; hasMore: boolean }
}
const stored = ({ db }: ReturnType<typeof testApp>) => db.orm.select().from(journalTable).all()
const newest = async (host: TestBrowser) => (await journal(host)).lines[0]

test('a line says who did what to whom, in the minute, by the names of the time', async () => {
	const app = testApp()
	const host = await app.host('jonas')
	const mia = await app.member('mia')
	setSystemTime(new Date('2026-11-22T20:31:47.123Z'))
	await host.confirm()

	await host.put(`/api/host/people/${mia.id}`, { username: 'mia.m' })
	await host.delete(`/api/host/people/${mia.id}/sessions`)
	await host.patch(`/api/users/${host.id}`, { username: 'jonas.j' })

	const { lines, hasMore } = await journal(host)
	expect(hasMore).toBe(false)
	const line = {
		id: expect.any(Number),
		at: '2026-11-22T20:31:00.000Z',
		by: 'host' as const,
		actor: 'jonas',
		detail: null,
	}
	expect(lines).toEqual([
		{ ...line, act: 'signed_out_everywhere', subject: 'mia.m', other: null },
		{ ...line, act: 'account_renamed', subject: 'mia', other: 'mia.m' },
	])
})

test('the terminal has no name, and stands in the same journal', async () => {
	const app = testApp()
	const host = await app.host()
	const bob = await app.ghost(host, 'Uncle Bob')
	const subject = app.context.queries.users.userById(bob.id)

	app.db.write(() => noteInJournal(app.context, TERMINAL, { act: 'ghost_link_made', subject }))

	expect(await newest(host)).toMatchObject({ by: 'terminal', actor: null, subject: 'Uncle Bob' })
})

test('what was refused, and looking, is not written down', async () => {
	const app = testApp()
	const host = await app.host()
	const mia = await app.member('mia')

	expect(await host.put(`/api/host/people/${mia.id}`, { username: host.username })).toMatchObject({ status: 409 })
	expect(await mia.delete(`/api/host/people/${host.id}`, { ratings: 'go' })).toMatchObject({ status: 403 })
	await host.get('/api/host/people')

	expect(await journal(host)).toEqual({ lines: [], hasMore: false })
})

test('an act that fails midway leaves no line [T37]', async () => {
	const app = testApp()
	const host = await app.host()

	const fail = () =>
		app.db.write(() => {
			noteInJournal(app.context, { by: 'host', id: host.id }, { act: 'data_exported' })
			throw new Error('The disk is full')
		})

	expect(fail).toThrow('The disk is full')
	expect((await journal(host)).lines).toEqual([])
})

test('a member who leaves takes their name out of every line, as host and as anybody else', async () => {
	const app = testApp()
	const host = await app.host('jonas')
	const leaving = await app.host('leavinghost')
	const claimer = await app.member('claimer')
	const ghost = await app.ghost(host, 'Uncle Bob')
	await claimer.post('/api/ghost-drivers/claim', { token: ghost.ghostClaimToken })
	expect(await leaving.post(`/api/host/ghosts/${ghost.id}/undo-claim`)).toMatchObject({ status: 200 })
	await leaving.delete(`/api/host/people/${claimer.id}/sessions`)

	for (const gone of [leaving, claimer])
		expect(await host.delete(`/api/host/people/${gone.id}`, { ratings: 'stay' })).toMatchObject({ status: 200 })

	const page = await journal(host)
	expect(page.lines.map(({ act, actor, subject, other }) => [act, actor, subject, other])).toEqual([
		['account_removed', 'jonas', null, null],
		['account_removed', 'jonas', null, null],
		['signed_out_everywhere', null, null, null],
		['claim_undone', null, 'Uncle Bob', null],
	])
	expect(JSON.stringify(page)).not.toMatch(/leavinghost|claimer/)
	expect(JSON.stringify(stored(app))).not.toMatch(/leavinghost|claimer/)
})

test('it is read in pages of fifty, newest first, none twice and none left out', async () => {
	const app = testApp()
	const host = await app.host()
	app.db.write(() => {
		for (let number = 1; number <= 120; number++)
			noteInJournal(app.context, TERMINAL, { act: 'invitation_made', detail: String(number) })
	})

	const first = await journal(host)
	const second = await journal(host, first.lines.at(-1)?.id)
	app.db.write(() => noteInJournal(app.context, TERMINAL, { act: 'data_exported' }))
	const third = await journal(host, second.lines.at(-1)?.id)

	expect([first, second, third].map(({ lines, hasMore }) => [lines.length, hasMore])).toEqual([
		[50, true],
		[50, true],
		[20, false],
	])
	const numbers = [...first.lines, ...second.lines, ...third.lines].map(({ detail }) => Number(detail))
	expect(numbers).toEqual(Array.from({ length: 120 }, (_, place) => 120 - place))
})

test('nonsense in the place of a line is refused or the newest, and never an error of the server', async () => {
	const app = testApp()
	const host = await app.host()
	app.db.write(() => noteInJournal(app.context, TERMINAL, { act: 'data_exported' }))

	for (const before of ['x', '-1', '0', '1e9', '%27', ''])
		expect((await host.get(`/api/host/journal?before=${before}`)).status).toBeOneOf([200, 400])
	expect(app.logged).toEqual([])
})

test('after ninety days a line is no longer shown, and with the next act it is gone', async () => {
	const app = testApp()
	const host = await app.host()
	const inDays = async (days: number) => {
		setSystemTime(start + days * DAY_MS)
		return (await journal(host)).lines.map(({ act }) => act)
	}
	const start = Date.now()
	app.db.write(() => noteInJournal(app.context, TERMINAL, { act: 'backup_made', detail: 'a.db' }))
	const again = async () => void (await host.post('/api/login', { username: host.username, password: host.password }))

	setSystemTime(start + 29 * DAY_MS)
	await again()
	setSystemTime(start + 58 * DAY_MS)
	await again()
	setSystemTime(start + 87 * DAY_MS)
	await again()
	expect(await inDays(89)).toEqual(['backup_made'])
	expect(await inDays(91)).toEqual([])
	app.db.write(() => noteInJournal(app.context, TERMINAL, { act: 'data_exported' }))
	expect(stored(app).map(({ act }) => act)).toEqual(['data_exported'])
})

test('no line tells who rated, also where the act is about ratings [T38]', async () => {
	const app = testApp()
	const host = await app.host()
	const bob = await app.ghost(host, 'Uncle Bob')
	const rater = await app.member('secretrater')
	await app.rate(rater, bob.id, { starRating: 1 })

	expect(await host.delete(`/api/host/ghosts/${bob.id}`)).toMatchObject({ status: 200 })

	const page = await journal(host)
	expect(page.lines).toHaveLength(1)
	expect(Object.keys(page.lines[0] ?? {}).toSorted()).toEqual([
		'act',
		'actor',
		'at',
		'by',
		'detail',
		'id',
		'other',
		'subject',
	])
	expect(JSON.stringify(page)).not.toContain('secretrater')
})
