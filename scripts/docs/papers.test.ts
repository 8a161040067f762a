import { expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { REPOSITORY } from '../release/repository.ts'
import { projectFolder } from '../run.ts'
import { tortureParts } from '../test/torture.ts'

const read = (name: string) => Bun.file(join(projectFolder, name)).text()
const pages = ['*.md', 'docs/**/*.md', 'db/**/*.md', 'deploy/**/*.md', 'look/**/*.md'].flatMap((pattern) => [
	...new Bun.Glob(pattern).scanSync(projectFolder),
])

/** The anchors that GitHub gives to a page's headings. */
const anchorsOf = (path: string) =>
	[...readFileSync(path, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.replaceAll(/\]\([^)]*\)/g, '')
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
			.replaceAll(' ', '-'),
	)

test('a reader of the repository may use it, and finds that said in the same words everywhere', async () => {
	const license = await read('LICENSE')

	expect(license).toStartWith(`${packageJson.license} License\n\nCopyright (c) 2026 ${packageJson.author}\n`)
	expect(await read('README.md')).toContain('[MIT licence](LICENSE)')
})

test('a person who found a vulnerability is led to how to report it, and to no address that nobody reads', async () => {
	expect(await read('README.md')).toContain('(SECURITY.md)')
	expect(await read('docs/threat-model.md')).toContain('(../SECURITY.md)')
	expect(await read('SECURITY.md')).not.toMatch(/\S@\S|mailto:/)
})

/** Only a relative link leads to the same version of a file, also in a fork. Released files have no relative address. */
const isAbsolute = (to: string) =>
	to.startsWith('/') || (to.startsWith(REPOSITORY) && !to.startsWith(`${REPOSITORY}/releases`))

test.each(pages)('every link of %s into this repository is relative and leads somewhere', async (name) => {
	const text = await read(name)
	const links = [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)\s]+))?\)/g), ...text.matchAll(/(?:src|href)="([^"#]*)"/g)]
	for (const [link, to = '', anchor] of links) {
		expect({ link, isAbsolute: isAbsolute(to) }).toEqual({ link, isAbsolute: false })
		if (/^https?:/.test(to)) continue
		const path = to === '' ? join(projectFolder, name) : join(projectFolder, dirname(name), to)
		expect({ link, leads: existsSync(path) }).toEqual({ link, leads: true })
		if (anchor !== undefined)
			expect({ link, anchors: anchorsOf(path) }).toEqual({ link, anchors: expect.arrayContaining([anchor]) })
	}
})

test('the steps of a release are one page', async () => {
	expect((await read('docs/releasing.md')).split('\n').length).toBeLessThanOrEqual(110)
})

test('each part of the torture proves a promise, and its figures are beside its command', async () => {
	const figures = [...(await read('docs/reliability.md')).matchAll(/^\| `bun run test:torture (\w+)` \| .+ \|$/gm)]

	for (const proved of Object.values(tortureParts)) expect(proved).toMatch(/ \[B\d+\]$/)
	expect(figures.map(([, part]) => part).sort()).toEqual(Object.keys(tortureParts).sort())
})

test('each exit code is explained', async () => {
	const explained = (await read('docs/reliability.md')).matchAll(/^\| (\d{1,2}) \| .+ \|$/gm)
	expect([...explained].map(([, code]) => Number(code))).toEqual(Object.values(EXIT).toSorted())
})

test('a reader of the promises reads of the limits that a restart forgets, too', async () => {
	const [, limits = ''] = (await read('docs/reliability.md')).split('\n## What is not promised\n')
	expect(limits).toContain('forgotten at a restart')
})
