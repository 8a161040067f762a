import { join } from 'node:path'
import { REPOSITORY } from './server-process.ts'

/** A row of a page that says by which tests and which parts of the torture it is held. */
export type ProofRow = {
	id: string
	text: string
	/** How often it points somewhere. A pointer that is written in another way is found by this number. */
	pointers: number
	tests: { file: string; name: string }[]
	torture: string[]
}

/** The rows of a page's table whose first cell is this letter and a number. */
export async function proofRows(page: string, letter: string): Promise<ProofRow[]> {
	const markdown = await Bun.file(join(REPOSITORY, page)).text()
	return [...markdown.matchAll(new RegExp(`^\\| (${letter}\\d+) \\| (.+) \\|$`, 'gm'))].map(
		([, id = '', text = '']) => ({
			id,
			text,
			pointers: text.split('›').length - 1,
			tests: [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)` › (.+?)(?=<br>|$)/g)].map(
				([, file = '', name = '']) => ({
					file,
					name: name.trim(),
				}),
			),
			torture: [...text.matchAll(/`test:torture (\w+)`/g)].map(([, part = '']) => part),
		}),
	)
}

/** What a row points to and is not there. */
export async function missingProof({ tests, torture }: ProofRow): Promise<string[]> {
	const missing: string[] = []
	for (const { file, name } of tests) {
		const source = await textOf(file)
		const isNamed = ["'", '"', '`'].some((quote) => source.includes(quote + name + quote))
		if (!isNamed) missing.push(`${file} › ${name}`)
	}
	const parts = await textOf('scripts/test/torture-parts.ts')
	for (const part of torture) {
		const isPart = parts.includes(`\n\t${part}: '`) && (await textOf(`scripts/torture/${part}.ts`)) !== ''
		if (!isPart) missing.push(`test:torture ${part}`)
	}
	return missing
}

async function textOf(path: string): Promise<string> {
	const file = Bun.file(join(REPOSITORY, path))
	return (await file.exists()) ? await file.text() : ''
}
