import { expect, test } from 'bun:test'
import { testApp } from '#server/testing/test-app.ts'
import { exportAsCsv } from './export.service.ts'

test('a driver’s name does not become a formula, neither where it begins nor after a semicolon that parts columns', async () => {
	const app = testApp()
	const mum = await app.member('mum')
	await app.rate(mum, (await app.ghost(mum, '=1+1')).id)
	await app.rate(mum, (await app.ghost(mum, 'x;@a;-b')).id)

	const table = [...exportAsCsv(app.context)].join('')

	expect(table).toContain(",'=1+1,")
	expect(table).toContain(",x;'@a;'-b,")
})
