import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { journal, ratings } from '#db/schema.ts'
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

test('a new link replaces the old one; undoing a claim asks first, gives the ratings back and prints a link that works', async () => {
	const { run, app, inData } = operatorFolder()
	const browser = app().browser()
	const look = (token: string) => browser.get(`/api/ghost-drivers/claim/${token}`)
	const ratingsOfBob = () =>
		inData(({ orm }) => orm.select().from(ratings).where(eq(ratings.driverId, 201)).all().length)
	const token = tokenIn(JSON.parse((await run('ghost', 'reissue', '201', '--json', ...HERE)).stdout).link)
	expect((await look(OLD_TOKEN)).status).toBe(404)
	await browser.post('/api/ghost-drivers/claim', { token, username: 'notbob', password: 'backseat' })
	expect((await run('ghost', 'list')).stdout).toContain('claimed by notbob')

	expect(await run('ghost', 'unclaim', '201')).toMatchObject({ exitCode: 64, stdout: '' })
	expect(ratingsOfBob()).toBe(0)
	const undone = JSON.parse((await run('ghost', 'unclaim', '201', '--yes', '--json', ...HERE)).stdout)

	expect(undone).toMatchObject({ id: 201, ratingsMoved: 3, knownBy: 'marked' })
	expect(ratingsOfBob()).toBe(3)
	expect((await look(tokenIn(undone.link))).body).toMatchObject({ ratingsCount: 3 })
})

test('a ghost is renamed and deleted with its ratings; deleting asks first, and both are in the journal', async () => {
	const { run, inData } = operatorFolder()

	expect(await run('ghost', 'rename', '201', 'x')).toMatchObject({ exitCode: 64, stdout: '' })
	expect((await run('ghost', 'rename', '201', 'Onkel Bob')).stdout).toBe('Uncle Bob is called Onkel Bob now.\n')
	expect(await run('ghost', 'delete', '201')).toMatchObject({
		exitCode: 64,
		stderr: expect.stringContaining('Onkel Bob will be deleted for good, with 3 ratings.'),
	})
	expect((await run('ghost', 'list')).stdout).toMatch(/\n201 +Onkel Bob +waits, with 3 +jonas/)
	expect((await run('ghost', 'delete', '201', '--yes')).stdout).toBe(
		'Onkel Bob is gone, with all ratings of their driving (3).\n',
	)

	expect((await run('ghost', 'list')).stdout).not.toContain('Bob')
	const lines = inData(({ orm }) => orm.select().from(journal).all())
	expect(lines.map(({ by, act }) => `${by} ${act}`)).toEqual(['terminal ghost_renamed', 'terminal ghost_deleted'])
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

test('a claimed ghost is neither renamed nor deleted, and nobody is asked first', async () => {
	const { run, app } = operatorFolder()
	await app().browser().post('/api/ghost-drivers/claim', { token: OLD_TOKEN, username: 'notbob', password: 'backseat' })

	const refused = { exitCode: 1, stdout: '', stderr: 'This driver has been claimed already.\n' }
	expect(await run('ghost', 'delete', '201')).toMatchObject(refused)
	expect(await run('ghost', 'rename', '201', 'Bobby')).toMatchObject(refused)
	expect(await run('ghost', 'reissue', '201')).toMatchObject(refused)
})
