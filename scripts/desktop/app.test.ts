import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createShellPages, SHELL_PAGE_FILES } from '#desktop/pages/shell-pages.ts'
import { textsInSources } from '../languages/texts.ts'
import { buildShellPages, shownBy } from './app.ts'

let folder: string
let bundled: string[]

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backseat-pages-'))
	bundled = await buildShellPages(folder)
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

test('a language of the pages is the texts that they show, and no others', () => {
	const all = Object.fromEntries([...textsInSources().texts.keys()].map((key) => [key, `[${key}]`]))

	const { locale, translations } = shownBy(new Set(bundled), { locale: 'uk', isRightToLeft: false, translations: all })

	expect(locale).toBe('uk')
	expect(Object.keys(translations)).toEqual(
		expect.arrayContaining(['Let the car in', 'Try again', 'Nobody answered. Close this window and open it again.']),
	)
	// Texts of the main process and of the browser app.
	expect(translations).not.toHaveProperty('The engine is missing')
	expect(translations).not.toHaveProperty('Spill the tea')
})
