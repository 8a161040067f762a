import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { projectFolder } from '../run.ts'
import { type BunPart, bunParts, testFiles } from './test-files.ts'

const filesOfAllParts = async (withLong: boolean) => {
	const parts = Object.keys(bunParts) as BunPart[]
	return (await Promise.all(parts.map((part) => testFiles(part, { withLong })))).flat()
}

test('every test file of the repository belongs to exactly one part', async () => {
	const notOurs = ['node_modules', 'dist', 'test-results']
	const folders = readdirSync(projectFolder).filter((name) => !name.startsWith('.') && !notOurs.includes(name))
	const inRepository: string[] = []
	const pattern = new Bun.Glob(`{${folders.join(',')}}/**/*.test.{ts,tsx}`)
	for await (const file of pattern.scan({ cwd: projectFolder })) inRepository.push(file.replaceAll('\\', '/'))
	// Excludes the bench's own packages, which contain tests.
	const ours = inRepository.filter((file) => !file.includes('node_modules/'))

	expect(ours.length).toBeGreaterThan(200)
	expect((await filesOfAllParts(true)).toSorted()).toEqual(ours.toSorted())
})

test('packing the desktop app takes long, and is left to the whole run', async () => {
	expect(await filesOfAllParts(true)).toContain('scripts/desktop/packaging/packaging.long.test.ts')
	expect((await filesOfAllParts(false)).filter((file) => file.includes('.long.'))).toEqual([])
})
