import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { EXIT } from '#contract/start-problems.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { projectFolder } from '../run.ts'
import { tortureParts } from '../test/torture.ts'

const read = (name: string) => Bun.file(join(projectFolder, name)).text()
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md']

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

test.each(pages)('every link of %s into this repository leads somewhere', async (name) => {
	const links = [...(await read(name)).matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, to]) => to ?? '')
	for (const to of links) expect({ to, leads: existsSync(join(projectFolder, to)) }).toEqual({ to, leads: true })
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
