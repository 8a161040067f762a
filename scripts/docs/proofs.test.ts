import { expect, test } from 'bun:test'
import { everyPromise, faultsIn, proofsIn, rowsOf, sectionsOf } from './proofs.ts'

/** Threats whose defence is not built yet. */
const NOT_YET = ['T41']

// Interpolated, so that the tags do not count as tags of this file.
const [T6, B3, SPEC] = ['[T6]', '[B3]', '[spec 5.2]']

test('threats and promises are numbered without a gap but for what is not built yet', async () => {
	const ids = (await everyPromise()).map(({ id }) => id)
	for (const letter of ['T', 'B']) {
		const ours = ids.filter((id) => id.startsWith(letter))
		const all = Array.from({ length: Number(ours.at(-1)?.slice(1)) }, (_, i) => `${letter}${i + 1}`)
		expect(ours).toEqual(all.filter((id) => !NOT_YET.includes(id)))
	}
})

test('what is promised is read from the tables, and from the numbered lines', () => {
	expect(rowsOf('| # | Attack |\n|---|---|\n| T6 | guess passwords | limits |\n| B3 | no loss | keys |')).toEqual([
		{ id: 'T6', text: 'guess passwords' },
		{ id: 'B3', text: 'no loss' },
	])
	expect(sectionsOf('## 5. Validation\n5.2 log in\n5.10 claim: e-mail\n')).toEqual([
		{ id: 'spec 5.2', text: 'log in' },
		{ id: 'spec 5.10', text: 'claim: e-mail' },
	])
})

test.each([
	['a test', `test('a ${T6}', () => {})`],
	['a test whose title has a line of its own', `test.each([1, 2])(\n\t"a ${T6}",\n\tasync (n) => {},\n)`],
	['a loop', `\ttest(\`a ${T6}\`, { tag: '@desktop' }, async () => {})`],
	['a table', `])('a ${T6}', (n) => {})`],
])('%s proves what its title says', (_what, source) => {
	expect(proofsIn('a.test.ts', source)).toEqual([{ ids: ['T6'], file: 'a.test.ts', title: 'a' }])
})

test.each([
	['is commented out', `// test('a ${T6}', () => {})`],
	['is commented out with others', `/*\n * test('a ${T6}', () => {})\n */`],
	['is skipped', `test.skip('a ${T6}', () => {})`],
	['is to be written', `test.todo('a ${T6}', () => {})`],
	['is no title', `expect(a).toBe('${T6}')`],
])('what %s proves nothing', (_what, source) => {
	expect(proofsIn('a.test.ts', source)).toEqual([])
})

test('a test may prove several promises', () => {
	expect(proofsIn('a.test.ts', `test('a ${T6} ${B3} ${SPEC}', () => {})`)).toMatchObject([
		{ ids: ['T6', 'B3', 'spec 5.2'], title: 'a' },
	])
})

test('a promise without a test is a fault, and so is a tag of nothing that is promised', () => {
	const promised = [
		{ id: 'T6', text: 'guess passwords' },
		{ id: 'B3', text: 'no loss' },
	]
	const proofs = [{ ids: ['T6', 'spec 5'], file: 'a.test.ts', title: 'a' }]

	expect(faultsIn(promised, proofs)).toEqual([
		'No test has [B3]: no loss',
		'[spec 5] names no threat, promise or section: a.test.ts › a',
	])
})
