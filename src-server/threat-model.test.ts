import { expect, test } from 'bun:test'
import { join } from 'node:path'

const REPOSITORY = join(import.meta.dir, '..')
const page = await Bun.file(join(REPOSITORY, 'docs/threat-model.md')).text()

/** The rows of the table, each with the tests that it names. */
const rows = [...page.matchAll(/^\| (T\d+) \| (.+) \|$/gm)].map(([, id = '', text = '']) => ({
	id,
	named: text.split('›').length - 1,
	tests: [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` › (.+?)(?=<br>|$)/g)].map(([, file = '', name = '']) => ({
		file,
		name: name.trim(),
	})),
}))

test('the page has each of the 35 rows, once and in order', () => {
	expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 35 }, (_, i) => `T${i + 1}`))
})

for (const { id, named, tests } of rows)
	test(`what holds ${id} off is tested where the page says`, async () => {
		const missing: string[] = []
		for (const { file, name } of tests) {
			const source = await Bun.file(join(REPOSITORY, file)).text()
			const isNamed = ["'", '"', '`'].some((quote) => source.includes(quote + name + quote))
			if (!isNamed) missing.push(`${file} › ${name}`)
		}

		expect(named).toBeGreaterThan(0)
		expect(tests).toHaveLength(named)
		expect(missing).toEqual([])
	})
