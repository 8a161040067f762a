import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import { missingProof, proofRows } from '#server/testing/proof-pages.ts'
import { REPOSITORY } from '#server/testing/server-process.ts'

const rows = await proofRows('docs/reliability.md', 'B')
const page = await Bun.file(join(REPOSITORY, 'docs/reliability.md')).text()

test('the page has each of the 24 promises, once and in order', () => {
	expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 24 }, (_, i) => `B${i + 1}`))
})

for (const row of rows)
	test(`what is promised in ${row.id} is proved where the page says`, async () => {
		expect(row.tests.length + row.torture.length).toBeGreaterThan(0)
		expect(row.tests).toHaveLength(row.pointers)
		expect(await missingProof(row)).toEqual([])
	})

test('each part of the torture proves a promise, and its figures are beside its command', async () => {
	const source = await Bun.file(join(REPOSITORY, 'scripts/test/torture-parts.ts')).text()
	const parts = [...source.matchAll(/^\t(\w+): '/gm)].map(([, part = '']) => part).sort()
	const proving = new Set(rows.flatMap(({ torture }) => torture))
	const measured = [...page.matchAll(/^\| `bun run test:torture (\w+)` \| .+ \|$/gm)].map(([, part = '']) => part)

	expect(parts).toContain('kill')
	expect([...proving].sort()).toEqual(parts)
	expect(measured.sort()).toEqual(parts)
})

test('each exit code is explained', () => {
	const explained = [...page.matchAll(/^\| (\d{1,2}) \| .+ \|$/gm)].map(([, code]) => Number(code))
	expect(explained).toEqual(Object.values(EXIT).toSorted())
})

test('whoever reads of the promises reads of the limits that a restart forgets, too', () => {
	const [, limits = ''] = page.split('\n## What is not promised\n')
	expect(limits).toContain('forgotten at a restart')
})
