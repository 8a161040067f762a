import { expect, test } from 'bun:test'
import { missingProof, proofRows } from '#server/testing/proof-pages.ts'

/** Numbers of what is not built yet. */
const NOT_YET = ['T40', 'T41', 'T42', 'T43']

const rows = await proofRows('docs/threat-model.md', 'T')

test('the page has each row, once and in order', () => {
	const all = Array.from({ length: 44 }, (_, i) => `T${i + 1}`)
	expect(rows.map(({ id }) => id)).toEqual(all.filter((id) => !NOT_YET.includes(id)))
})

for (const row of rows)
	test(`the defence of ${row.id} is tested where the page says`, async () => {
		expect(row.pointers).toBeGreaterThan(0)
		expect(row.tests).toHaveLength(row.pointers)
		expect(await missingProof(row)).toEqual([])
	})
