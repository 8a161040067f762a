import { afterAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { licensesText, noticeOfBun, noticesOf } from './notices.ts'

const folder = mkdtempSync(join(tmpdir(), 'backseat-licenses-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a package as it might be published. */
async function aPackage(manifest: Record<string, unknown>, files: Record<string, string> = {}): Promise<string> {
	const at = mkdtempSync(join(folder, 'package-'))
	await Bun.write(join(at, 'package.json'), JSON.stringify({ name: 'wheels', version: '2.0.0', ...manifest }))
	for (const [name, text] of Object.entries(files)) await Bun.write(join(at, name), text)
	return at
}

test('what an author asks for is passed on: the text of their licence, and their notice', async () => {
	const wheels = await aPackage({ license: 'Apache-2.0' }, { 'LICENSE.md': 'Be nice.', NOTICE: 'Made by Jo.' })

	expect(await noticesOf(new Set([wheels]))).toEqual([
		{ name: 'wheels', version: '2.0.0', license: 'Apache-2.0', texts: ['Be nice.', 'Made by Jo.'] },
	])
})

test.each([
	['GPL-3.0-only', 'Found unacceptable license "GPL-3.0-only" for wheels@2.0.0'],
	['(MIT OR AGPL-3.0-only)', 'Found unacceptable license "(MIT OR AGPL-3.0-only)" for wheels@2.0.0'],
	['SEE LICENSE IN LICENSE', 'Found unacceptable license "SEE LICENSE IN LICENSE" for wheels@2.0.0'],
	[undefined, 'Could not find license info for wheels@2.0.0'],
])('a package under %p stops the build until somebody has allowed it by name', async (license, words) => {
	const wheels = await aPackage({ license }, { LICENSE: 'Be nice.' })

	await expect(noticesOf(new Set([wheels]))).rejects.toThrow(words)
})

test('a package without the text of its licence stops the build, and so does an empty one', async () => {
	const words = 'wheels@2.0.0 comes without the text of its licence (MIT)'

	await expect(noticesOf(new Set([await aPackage({ license: 'MIT' })]))).rejects.toThrow(words)
	await expect(noticesOf(new Set([await aPackage({ license: 'MIT' }, { LICENSE: '\n' })]))).rejects.toThrow(words)
})

test('who is known to pack no text is named, with the text that all such licences have', async () => {
	const wheels = await aPackage({ license: 'MIT', name: 'lazy-val', author: 'Jo' })

	const [notice] = await noticesOf(new Set([wheels]))

	expect(notice?.texts[0]).toStartWith('By Jo. The package names the licence MIT and contains no text of it.')
	expect(notice?.texts[0]).toContain('Permission is hereby granted, free of charge')
})

test('for Bun it says what is linked in, with the licences that must be passed on', async () => {
	const { version, texts } = await noticeOfBun()

	expect(version).toBe(Bun.version)
	expect(texts[0]).toContain('Bun statically links JavaScriptCore')
	expect(texts[0]).toContain('[`sqlite`](https://sqlite.org)')
	expect(texts[1]).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE')
	expect(texts[2]).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
})

test('the text begins with ours, lists whose work is where, and says what two have in common once', async () => {
	const notice = (name: string, text: string) => ({ name, version: '1.0.0', license: 'MIT', texts: [text] })

	const text = await licensesText({
		'the engine': [notice('pistons', 'Be nice.'), notice('valves', 'Be nice.\n')],
		'the seats': [notice('cushions', 'Be kind.')],
	})

	expect(text).toMatch(/^Backseat \d+\.\d+\.\d+\n\nMIT License\n\nCopyright \(c\) \d{4} the Backseat authors\n/)
	expect(text).toContain(
		'In the engine:\n\n  pistons 1.0.0 (MIT)\n  valves 1.0.0 (MIT)\n\nIn the seats:\n\n  cushions 1.0.0 (MIT)\n',
	)
	expect(text).toMatch(
		/=\npistons 1\.0\.0\nvalves 1\.0\.0\n-+\n\nBe nice\.\n\n=+\ncushions 1\.0\.0\n-+\n\nBe kind\.\n$/,
	)
})
