import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runQuietly } from '../run.ts'

// Git for Windows offers core.autocrlf=true at its installation. line-endings.long.test.ts lints such a checkout.

let folder = ''
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'backseat-crlf-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = async (...words: string[]) => {
	const { code, output } = await runQuietly(['git', ...words])
	if (code !== 0) throw new Error(output)
	return output
}

/** What git knows of each file: 'i/lf', 'w/lf', 'attr/text=auto eol=lf'. */
async function lineEndings(checkout: string) {
	const lines = (await git('-C', checkout, 'ls-files', '--eol')).trim().split('\n')
	return lines.map((line) => {
		const [, index = '', working = '', attributes = '', path = ''] =
			/^i\/(\S*) +w\/(\S*) +attr\/(.*?) *\t(.+)$/.exec(line) ?? []
		return { path, index, working, attributes }
	})
}

test('a checkout with core.autocrlf=true has the bytes of any other, and each binary kind is named', async () => {
	const checkout = join(folder, 'checkout')
	await git('clone', '--quiet', '--shared', '--config', 'core.autocrlf=true', projectFolder, checkout)
	const files = await lineEndings(checkout)
	const isBinary = ({ index }: { index: string }) => index === '-text'

	expect(files.length).toBeGreaterThan(1000)
	expect(files.filter(({ index, working }) => working !== index || /crlf|mixed/.test(index))).toEqual([])
	expect(files.filter((file) => isBinary(file) !== (file.attributes === '-text'))).toEqual([])
})
