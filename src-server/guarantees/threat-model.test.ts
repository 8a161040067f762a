import { expect, test } from 'bun:test'
import { missingProof, proofRows } from '#server/testing/proof-pages.ts'

const rows = await proofRows('docs/threat-model.md', 'T')

test('the page has each of the 39 rows, once and in order', () => {
	expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 39 }, (_, i) => `T${i + 1}`))
})

for (const row of rows)
	test(`the defence of ${row.id} is tested where the page says`, async () => {
		expect(row.pointers).toBeGreaterThan(0)
		expect(row.tests).toHaveLength(row.pointers)
		expect(await missingProof(row)).toEqual([])
	})
