import { expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ratings, users } from '#db/schema.ts'
import { operatorsFolder } from '#server/testing/command-folder.ts'
import { startServer } from '#server/testing/server-process.ts'

setDefaultTimeout(60_000)

const OLD_TOKEN = 'seed-claim-token-uncle-bob-000001'
const HERE = ['--public-url', 'https://rides.example.org']
const tokenIn = (link: string) => link.slice('https://rides.example.org/claim/'.length)

test('the list names every ghost and who waits for what, without the links', async () => {
	const { run } = operatorsFolder()

	const { stdout } = await run('ghost', 'list')

	expect(stdout).toMatch(/\n202 +Biscuit \(designated dog\) +waits, with 0 +jonas/)
	expect(stdout).toMatch(/\n201 +Uncle Bob +waits, with 3 +jonas/)
	expect(stdout + (await run('ghost', 'list', '--json')).stdout).not.toContain('seed-claim-token')
})

test('a link that went to the wrong chat is replaced: the new one works, the old one does not', async () => {
	const { dataDir, run } = operatorsFolder()
	const server = await startServer({ flags: ['--data-dir', dataDir] })
	const status = async (token: string) => (await fetch(`${server.origin}/api/ghost-drivers/claim/${token}`)).status

	expect(await status(OLD_TOKEN)).toBe(200)
	const { link } = JSON.parse((await run('ghost', 'reissue', '201', '--json', ...HERE)).stdout)

	expect([await status(OLD_TOKEN), await status(tokenIn(link))]).toEqual([404, 200])
	await server.end('SIGTERM')
})

test('a claim by the wrong person is undone: the ratings go back, the thief keeps an empty account', async () => {
	const { dataDir, run, look } = operatorsFolder()
	const server = await startServer({ flags: ['--data-dir', dataDir] })
	await fetch(`${server.origin}/api/ghost-drivers/claim`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ token: OLD_TOKEN, username: 'notbob', password: 'backseat' }),
	})
	const of = (id: number) => look(({ orm }) => orm.select().from(ratings).where(eq(ratings.driverId, id)).all().length)
	const notBob = look(({ orm }) => orm.select().from(users).where(eq(users.username, 'notbob')).get()?.id) ?? 0
	expect([of(201), of(notBob)]).toEqual([0, 3])
	expect((await run('ghost', 'list')).stdout).toContain('claimed by notbob')

	expect(await run('ghost', 'unclaim', '201')).toMatchObject({ exitCode: 64, stdout: '' })
	const undone = JSON.parse((await run('ghost', 'unclaim', '201', '--yes', '--json', ...HERE)).stdout)
	const lookUp = await fetch(`${server.origin}/api/ghost-drivers/claim/${tokenIn(undone.link)}`)

	expect(undone).toMatchObject({ id: 201, ratingsMoved: 3, knownBy: 'marked' })
	expect([of(201), of(notBob)]).toEqual([3, 0])
	expect(await lookUp.json()).toMatchObject({ ghostDriver: { display_name: 'Uncle Bob' }, ratingsCount: 3 })
	await server.end('SIGTERM')
})

test('the link of an undone claim is for the operator and the ghost’s creator: who rated, and the thief, do not see it', async () => {
	const { dataDir, run } = operatorsFolder()
	const server = await startServer({ flags: ['--data-dir', dataDir] })
	const JSON_HEADERS = { 'Content-Type': 'application/json' }
	const logIn = async (username: string) => {
		const body = JSON.stringify({ username, password: 'backseat' })
		const answer = await fetch(`${server.origin}/api/login`, { method: 'POST', headers: JSON_HEADERS, body })
		return { Cookie: (answer.headers.getSetCookie()[0] ?? '').split(';')[0] ?? '' }
	}
	const bobAsSeenBy = async (headers: { Cookie: string }) =>
		(await fetch(`${server.origin}/api/users/201`, { headers })).text()
	await fetch(`${server.origin}/api/ghost-drivers/claim`, {
		...{ method: 'POST', headers: JSON_HEADERS },
		body: JSON.stringify({ token: OLD_TOKEN, username: 'notbob', password: 'backseat' }),
	})

	const { link } = JSON.parse((await run('ghost', 'unclaim', '201', '--yes', '--json', ...HERE)).stdout)

	// Jonas made Uncle Bob; Maria has rated him.
	expect(await bobAsSeenBy(await logIn('jonas'))).toContain(tokenIn(link))
	for (const name of ['maria.p', 'notbob']) expect(await bobAsSeenBy(await logIn(name))).not.toContain('laimToken')
	await server.end('SIGTERM')
})

test('members are no ghosts, and what nobody claimed cannot be unclaimed', async () => {
	const { run } = operatorsFolder()

	expect(await run('ghost', 'reissue', '101')).toMatchObject({
		exitCode: 1,
		stderr: "There is no ghost 101. 'backseat ghost list' shows them.\n",
	})
	expect((await run('ghost', 'reissue', 'bob')).exitCode).toBe(64)
	expect(await run('ghost', 'unclaim', '201')).toMatchObject({
		exitCode: 1,
		stderr: 'Nobody has claimed this driver.\n',
	})
})
