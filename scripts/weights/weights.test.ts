import { expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { staticImports, withStaticImports } from './page-weights.ts'
import { BY_VALGRIND, drifted, IN_BROWSER, measured, recorded } from './weights.ts'

setDefaultTimeout(60_000)

/** The figures are those of the build that `bun run test` makes. */
const ofBuild = test.skipIf(!process.env.TEST_PROGRAM || process.platform !== 'linux' || process.arch !== 'x64')

ofBuild('nothing weighs over 2 % more than recorded in weights.json, and what became lighter is recorded', async () => {
	const record = Object.entries(await recorded()).filter(
		([name]) => ![IN_BROWSER, BY_VALGRIND].some((others) => name.startsWith(others)),
	)

	expect(drifted(await measured(), Object.fromEntries(record))).toEqual([])
})

ofBuild('no script that everybody loads imports the host’s page', async () => {
	const chunks = await staticImports(join(projectFolder, 'dist', 'ui'))
	const names = [...chunks.keys()]
	const files = (name: string) => names.filter((path) => new RegExp(`^assets/${name}-.{8}\\.js$`).test(path))
	const loadedByAll = ['every-page', 'screens', 'rating', 'live', 'waiting'].flatMap(files)

	expect(loadedByAll).toHaveLength(5)
	expect(files('host')).toHaveLength(1)
	expect([...withStaticImports(loadedByAll, chunks)]).not.toContain(files('host')[0])
})

test('a figure that grows or falls by more than 2 % is named, and so is one that is missing', () => {
	expect(drifted({ bytes: 1020, files: 98 }, { bytes: 1000, files: 100 })).toEqual([])
	expect(drifted({ bytes: 1021, files: 97 }, { bytes: 1000, files: 100 })).toEqual([
		'bytes: 1021, more than 2 % above 1000',
		'files: 97 has fallen from 100; record it with bun scripts/weights/weights.ts --write',
	])
	expect(drifted({ bytes: 1000 }, { files: 100 })).toEqual([
		'bytes: 1000, recorded: not yet',
		'files: not measured, recorded: 100',
	])
})
