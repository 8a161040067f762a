import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { tortureParts } from '../test/torture.ts'

// bun scripts/docs/proofs.ts [T6 B3 5.2 …]   lists the tests of each threat, promise and section of the specification, or of these
// bun scripts/docs/proofs.ts --check         fails if one has no test, or if a tag names none of them

/** Tags at the end of a test's title: `[T6]`, `[B3]`, `[spec 5.2]`. Matches malformed ones too. */
const TAG = /\[([TB]\d+|spec\b[^\]]*)\]/g

export type Promised = { id: string; text: string }
export type Proof = { ids: string[]; file: string; title: string }

export const rowsOf = (page: string): Promised[] =>
	[...page.matchAll(/^\| ([TB]\d+) \| (.+?) \|/gm)].map(([, id = '', text = '']) => ({ id, text }))

export const sectionsOf = (page: string): Promised[] =>
	[...page.matchAll(/^(\d+\.\d+) (.+)$/gm)].map(([, number, text = '']) => ({ id: `spec ${number}`, text }))

/** Tagged tests of a file. Skips commented-out and skipped tests, which prove nothing. */
export function proofsIn(file: string, source: string): Proof[] {
	const titles = source.matchAll(/^(.*)\(\s*(?:'((?:[^'\\\n]|\\.)+)'|"((?:[^"\\\n]|\\.)+)"|`((?:[^`\\]|\\.)+)`),/gm)
	return [...titles]
		.filter(([, before = '']) => !/^\s*(?:\/\/|\*)|\.(?:skip|todo|fixme|failing)\b/.test(before))
		.map(([, , ...quoted]) => proof(file, quoted.find(Boolean) ?? ''))
		.filter(({ ids }) => ids.length > 0)
}

const proof = (file: string, title: string): Proof => ({
	ids: [...title.matchAll(TAG)].map(([, id = '']) => id),
	file,
	title: title.replaceAll(TAG, '').trim(),
})

export function faultsIn(promised: Promised[], proofs: Proof[]): string[] {
	const known = new Set(promised.map(({ id }) => id))
	const proved = new Set(proofs.flatMap(({ ids }) => ids))
	return [
		...promised.filter(({ id }) => !proved.has(id)).map(({ id, text }) => `No test has [${id}]: ${text}`),
		...proofs.flatMap(({ ids, file, title }) =>
			ids.filter((id) => !known.has(id)).map((id) => `[${id}] names no threat, promise or section: ${file} › ${title}`),
		),
	]
}

export async function everyPromise(): Promise<Promised[]> {
	const read = (name: string) => Bun.file(join(projectFolder, name)).text()
	return [
		...rowsOf(await read('docs/threat-model.md')),
		...rowsOf(await read('docs/reliability.md')),
		...sectionsOf(await read('scripts/docs/specification.txt')),
	]
}

async function everyProof(): Promise<Proof[]> {
	const proofs = Object.entries(tortureParts).map(([part, title]) => proof(`scripts/torture/${part}.ts`, title))
	const tests = new Bun.Glob('{contract,db,e2e,look,scripts,src-*}/**/*.{test,spec,walk}.{ts,tsx}')
	for (const file of [...tests.scanSync({ cwd: projectFolder })].sort())
		if (!file.includes('node_modules')) proofs.push(...proofsIn(file, await Bun.file(join(projectFolder, file)).text()))
	return proofs
}

if (import.meta.main) {
	const args = process.argv.slice(2)
	const [promised, proofs] = [await everyPromise(), await everyProof()]
	if (args[0] === '--check') {
		const faults = faultsIn(promised, proofs)
		for (const fault of faults) console.log(fault)
		process.exit(faults.length > 0 ? 1 : 0)
	}
	for (const { id, text } of promised.filter(({ id }) => args.length === 0 || args.includes(id.replace('spec ', '')))) {
		console.log(`\n${id}: ${text}`)
		for (const { file, title } of proofs.filter(({ ids }) => ids.includes(id))) console.log(`  ${file} › ${title}`)
	}
}
