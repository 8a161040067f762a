import { expect, test } from 'bun:test'
import { projectFolder } from '../run.ts'
import { placesOf, productSources } from './breakages.ts'
import { planted } from './planted-breakages.ts'

test('each fault that is planted finds its one place in the sources', async () => {
	const sources = await productSources(projectFolder)
	const faults = Object.values(planted).flatMap((faults) => Object.entries(faults))

	const elsewhere = faults.flatMap(([name, pairs]) => {
		const files = placesOf(pairs, sources).map(({ file }) => file)
		return files.length === 1 ? [] : [{ name, files }]
	})

	expect(elsewhere).toEqual([])
	expect(faults.length).toBeGreaterThan(100)
})
