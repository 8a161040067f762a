import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createShellPages, SHELL_PAGE_FILES } from '#desktop/pages/shell-pages.ts'
import { buildShellPages } from './app.ts'

let folder: string

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backseat-pages-'))
	await buildShellPages(folder)
}, 60_000)
afterAll(() => rm(folder, { recursive: true }))

const FONT = /^fonts\/[\w-]+\.woff2$/

test('the folder holds what the shell serves, and nothing else', async () => {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true })
	const names = entries
		.filter((entry) => entry.isFile())
		.map((entry) =>
			join(entry.parentPath, entry.name)
				.slice(folder.length + 1)
				.replaceAll('\\', '/'),
		)

	const [fonts, others] = [names.filter((name) => FONT.test(name)), names.filter((name) => !FONT.test(name))]
	expect(others.sort()).toEqual(Object.keys(SHELL_PAGE_FILES).sort())
	expect(fonts).toContain('fonts/text-basic.woff2')
})

test('everything the page and its stylesheet refer to is served', async () => {
	const answer = createShellPages(folder)
	const page = await readFile(join(folder, 'index.html'), 'utf8')
	const look = await readFile(join(folder, 'pages.css'), 'utf8')
	const addresses = [
		...[...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, address]) => address),
		...[...look.matchAll(/url\(["']?([^"')]+)/g)].map(([, address]) => address),
	]

	expect(addresses.length).toBeGreaterThanOrEqual(6)
	for (const address of addresses) {
		const { status } = await answer({ method: 'GET', url: `backseat-shell://page${address}` } as Request)
		expect(`${address} ${status}`).toBe(`${address} 200`)
	}
})

test('the pages have no inline script or style, and React is the one for people', async () => {
	const page = await readFile(join(folder, 'index.html'), 'utf8')
	const code = await readFile(join(folder, 'pages.js'), 'utf8')

	expect(page).not.toMatch(/<style|style=|<script>|\son\w+=/)
	expect(code).not.toContain('Download the React DevTools')
})
