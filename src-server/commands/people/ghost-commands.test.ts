import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { journal, ratings, users } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'

const OLD_TOKEN = 'seed-claim-token-uncle-bob-000001'
const HERE = ['--public-url', 'https://rides.example.org']
const tokenIn = (link: string) => link.slice('https://rides.example.org/claim/'.length)

test('the list names every ghost and who waits for what, without the links', async () => {
	const { run } = operatorFolder()

	const { stdout } = await run('ghost', 'list')

	expect(stdout).toMatch(/\n202 +Biscuit \(designated dog\) +waits, with 0 +jonas/)
	expect(stdout).toMatch(/\n201 +Uncle Bob +waits, with 3 +jonas/)
	expect(stdout + (await run('ghost', 'list', '--json')).stdout).not.toContain('seed-claim-token')
})

test('a link that went to the wrong chat is replaced: the new one works, the old one does not', async () => {
	const { run, app } = operatorFolder()
	const browser = app().browser()
	const status = async (token: string) => (await browser.get(`/api/ghost-drivers/claim/${token}`)).status

	expect(await status(OLD_TOKEN)).toBe(200)
	const { link } = JSON.parse((await run('ghost', 'reissue', '201', '--json', ...HERE)).stdout)

	expect([await status(OLD_TOKEN), await status(tokenIn(link))]).toEqual([404, 200])
})

test('a claim by the wrong person is undone: the ratings go back, the thief keeps an empty account', async () => {
	const { run, app, inData } = operatorFolder()
	const browser = app().browser()
	await browser.post('/api/ghost-drivers/claim', { token: OLD_TOKEN, username: 'notbob', password: 'backseat' })
	const of = (id: number) =>
		inData(({ orm }) => orm.select().from(ratings).where(eq(ratings.driverId, id)).all().length)
	const notBob = inData(({ orm }) => orm.select().from(users).where(eq(users.username, 'notbob')).get()?.id) ?? 0
	expect([of(201), of(notBob)]).toEqual([0, 3])
	expect((await run('ghost', 'list')).stdout).toContain('claimed by notbob')

	expect(await run('ghost', 'unclaim', '201')).toMatchObject({ exitCode: 64, stdout: '' })
	const undone = JSON.parse((await run('ghost', 'unclaim', '201', '--yes', '--json', ...HERE)).stdout)
	const found = await browser.get(`/api/ghost-drivers/claim/${tokenIn(undone.link)}`)

	expect(undone).toMatchObject({ id: 201, ratingsMoved: 3, knownBy: 'marked' })
	expect([of(201), of(notBob)]).toEqual([3, 0])
	expect(found.body).toMatchObject({ ghostDriver: { display_name: 'Uncle Bob' }, ratingsCount: 3 })
})

test('the link of an undone claim is for the operator and the ghost’s creator: who rated, and the thief, do not see it', async () => {
	const { run, app } = operatorFolder()
	const { browser } = app()
	const bobAsSeenBy = async (username: string) => {
		const own = browser()
		expect((await own.post('/api/login', { username, password: 'backseat' })).status).toBe(200)
		return JSON.stringify((await own.get('/api/users/201')).body)
	}
	await browser().post('/api/ghost-drivers/claim', { token: OLD_TOKEN, username: 'notbob', password: 'backseat' })

	const { link } = JSON.parse((await run('ghost', 'unclaim', '201', '--yes', '--json', ...HERE)).stdout)

	// Jonas made Uncle Bob; Maria has rated him.
	expect(await bobAsSeenBy('jonas')).toContain(tokenIn(link))
	for (const name of ['maria.p', 'notbob']) expect(await bobAsSeenBy(name)).not.toContain('laimToken')
})

test('members are not ghosts, and what nobody claimed cannot be unclaimed', async () => {
	const { run } = operatorFolder()

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

test('a ghost is renamed and deleted with its ratings; both are asked about, and both stand in the journal', async () => {
	const { run, inData } = operatorFolder()
	const of = (id: number) =>
		inData(({ orm }) => orm.select().from(ratings).where(eq(ratings.driverId, id)).all().length)

	expect(await run('ghost', 'rename', '201', 'x')).toMatchObject({ exitCode: 64, stdout: '' })
	expect(await run('ghost', 'rename', '201', 'Onkel Bob')).toMatchObject({
		exitCode: 0,
		stdout: 'Uncle Bob is called Onkel Bob now.\n',
	})
	expect((await run('ghost', 'list')).stdout).toMatch(/\n201 +Onkel Bob +waits, with 3 +jonas/)
	expect(await run('ghost', 'delete', '201')).toMatchObject({
		exitCode: 64,
		stderr: expect.stringContaining('Onkel Bob will be deleted for good, with 3 ratings.'),
	})
	expect(of(201)).toBe(3)
	expect(await run('ghost', 'delete', '201', '--yes')).toMatchObject({
		exitCode: 0,
		stdout: 'Onkel Bob is gone, with all ratings of their driving (3).\n',
	})

	expect(of(201)).toBe(0)
	expect((await run('ghost', 'list')).stdout).not.toContain('Bob')
	const lines = inData(({ orm }) => orm.select().from(journal).all())
	expect(lines.map(({ by, act }) => `${by} ${act}`)).toEqual(['terminal ghost_renamed', 'terminal ghost_deleted'])
})

test('a claimed ghost is neither renamed nor deleted, and nobody is asked first', async () => {
	const { run, app } = operatorFolder()
	await app().browser().post('/api/ghost-drivers/claim', { token: OLD_TOKEN, username: 'notbob', password: 'backseat' })

	const refused = { exitCode: 1, stdout: '', stderr: 'This driver has been claimed already.\n' }
	expect(await run('ghost', 'delete', '201')).toMatchObject(refused)
	expect(await run('ghost', 'rename', '201', 'Bobby')).toMatchObject(refused)
	expect(await run('ghost', 'reissue', '201')).toMatchObject(refused)
})
