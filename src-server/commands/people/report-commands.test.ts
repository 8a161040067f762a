import { expect, test } from 'bun:test'
import type { ReportedRating } from '#contract/host/reports.ts'
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
	return { ...folder, list }
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

test('where nobody has reported anything the list says so', async () => {
	const { run } = operatorFolder()

	expect((await run('report', 'list')).stdout).toBe('Nobody has reported anything.\n')
})
