import { expect, test } from 'bun:test'
import type { ReportedRating } from '#contract/host/reports.ts'
import { journal, ratings } from '#db/schema.ts'
import { operatorFolder } from '#server/commands/testing/operator-folder.ts'

/** The seed's family, in which Jonas has reported the two newest of his ratings. */
async function reported() {
	const folder = operatorFolder()
	const app = folder.app()
	const jonas = app.browser()
	await jonas.post('/api/login', { username: 'jonas', password: 'backseat' })
	const { body } = await jonas.get('/api/ratings/received?limit=2')
	for (const { id } of body as { id: number }[]) await jonas.post(`/api/ratings/${id}/report`, { reason: 'mistake' })
	const list = async () => JSON.parse((await folder.run('report', 'list', '--json')).stdout) as ReportedRating[]
	const lines = () => folder.inData(({ orm }) => orm.select().from(journal).all())
	return { ...folder, list, lines }
}

test('the list names driver, verdict, days and reason, and never who rated', async () => {
	const { run, list } = await reported()

	const { stdout } = await run('report', 'list')

	expect(stdout).toMatch(/^id +state +driver +says +rated on +reason +reported on\n/)
	expect(stdout).toMatch(
		/\n\d+ +waits +[Jj]onas.* +\d\/5, (smooth|bumpy), (safe|unsafe), (good|off) vibes(, [\w ]+)? +\d{4}-\d\d-\d\d +a mistake/,
	)
	expect(stdout + JSON.stringify(await list())).not.toMatch(/maria|rater|guest/i)
	expect(stdout).not.toMatch(/\d\d:\d\d/)
})

test('removing asks first and says what will be gone; the terminal stands in the journal', async () => {
	const { run, inData, list, lines } = await reported()
	const [one] = await list()
	const id = String(one?.id)
	const count = () => inData(({ orm }) => orm.select().from(ratings).all().length)
	const before = count()

	const unasked = await run('report', 'remove', id)
	expect(unasked).toMatchObject({ exitCode: 64, stdout: '', stderr: expect.stringContaining('will be gone for good.') })
	expect(count()).toBe(before)
	expect(await run('report', 'remove', id, '--yes')).toMatchObject({
		exitCode: 0,
		stdout: expect.stringMatching(/^The rating of .* is removed.\n$/),
	})

	expect(count()).toBe(before - 1)
	expect(lines()).toMatchObject([{ by: 'terminal', act: 'rating_removed', actorId: null, subjectName: 'jonas' }])
})

test('keeping needs no question, and is final', async () => {
	const { run, list, lines } = await reported()
	const id = String((await list())[0]?.id)

	expect(JSON.parse((await run('report', 'keep', id, '--json')).stdout)).toMatchObject({ status: 'kept' })

	expect((await list()).map(({ status }) => status)).toEqual(['reported', 'kept'])
	expect(lines()).toMatchObject([{ by: 'terminal', act: 'rating_kept', subjectName: 'jonas' }])
	expect(await run('report', 'remove', id)).toMatchObject({ exitCode: 1, stderr: 'This rating was kept already.\n' })
})

test('where nobody has reported anything the list says so, and no report is found, nor what is no number', async () => {
	const { run } = operatorFolder()

	expect((await run('report', 'list')).stdout).toBe('Nobody has reported anything.\n')
	for (const act of ['remove', 'keep']) {
		expect(await run('report', act, '123456')).toMatchObject({ exitCode: 1, stderr: 'There is no such report.\n' })
		expect(await run('report', act, 'bob')).toMatchObject({ exitCode: 64 })
	}
})
