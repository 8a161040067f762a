import { expect, test } from 'bun:test'
import { projectFolder } from '../run.ts'
import { matchesOf, productSources } from './breakages.ts'
import { planted } from './planted-breakages.ts'

test('each fault that is planted finds its one place in the sources, and leaves code that can be parsed', async () => {
	const sources = await productSources(projectFolder)
	const faults = Object.values(planted).flatMap((faults) => Object.entries(faults))
	const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

	const unfit = faults.flatMap(([name, pairs]) => {
		const places = matchesOf(pairs, sources)
		for (const { file, broken } of places) transpilers[file.endsWith('x') ? 'tsx' : 'ts'].transformSync(broken)
		return places.length === 1 ? [] : [{ name, files: places.map(({ file }) => file) }]
	})

	expect(unfit).toEqual([])
	expect(faults.length).toBeGreaterThan(100)
})
