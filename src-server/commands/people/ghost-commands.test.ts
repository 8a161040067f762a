import { expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ratings } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'

const OLD_TOKEN = 'seed-claim-token-uncle-bob-00001'
const HERE = ['--public-url', 'https://rides.example.org']
const tokenIn = (link: string) => link.slice('https://rides.example.org/claim/'.length)

test('the list names every ghost and who waits for what, without the links', async () => {
	const { run } = operatorFolder()

	const { stdout } = await run('ghost', 'list')

	expect(stdout).toMatch(/\n202 +Biscuit \(designated dog\) +waits, with 0 +jonas/)
	expect(stdout).toMatch(/\n201 +Uncle Bob +waits, with 3 +jonas/)
	expect(stdout + (await run('ghost', 'list', '--json')).stdout).not.toContain('seed-claim-token')
})

test('a new link replaces the old one; undoing a claim gives the ratings back and prints a link that works', async () => {
	const { run, app, inData } = operatorFolder()
	const browser = app().browser()
	const look = (token: string) => browser.get(`/api/ghost-drivers/claim/${token}`)
	const ratingsOfBob = () =>
		inData(({ orm }) => orm.select().from(ratings).where(eq(ratings.driverId, 201)).all().length)
	const token = tokenIn(JSON.parse((await run('ghost', 'reissue', '201', '--json', ...HERE)).stdout).link)
	expect((await look(OLD_TOKEN)).status).toBe(404)
	await browser.post('/api/ghost-drivers/claim', { token, username: 'notbob', password: 'backseat' })
	expect((await run('ghost', 'list')).stdout).toContain('claimed by notbob')
	expect(ratingsOfBob()).toBe(0)

	const undone = JSON.parse((await run('ghost', 'unclaim', '201', '--yes', '--json', ...HERE)).stdout)

	expect(undone).toMatchObject({ id: 201, ratingsMoved: 3, knownBy: 'marked' })
	expect(ratingsOfBob()).toBe(3)
	expect((await look(tokenIn(undone.link))).body).toMatchObject({ ratingsCount: 3 })
})
