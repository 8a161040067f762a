import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { FONT_SOURCES } from '#look/picture-fonts/sources.ts'
import { binary } from '../fixtures/instance.ts'

test('the binary shows the licence of everybody whose work is in it, and of nobody else', async () => {
	const { stdout } = await promisify(execFile)(binary, ['licenses'], { maxBuffer: 1e7 })
	const [, ofServer = '', ofUi = ''] =
		/^In the server:\n\n(.+?)\n\nIn the browser app:\n\n(.+?)\n\n/ms.exec(stdout) ?? []
	const names = (list: string) => list.split('\n').map((line) => /^ {2}(\S+) \S+ \(.+\)$/.exec(line)?.[1])

	// Bun writes each module's path above its code.
	const program = (await readFile(binary)).toString('latin1')
	const inCode = program.matchAll(/^\/\/ node_modules\/(?:\S+\/node_modules\/)?((?:@[\w.-]+\/)?[\w.-]+)\//gm)
	const packages = new Set([...inCode].map(([, name]) => name))
	expect(packages.size).toBeGreaterThan(30)
	// These packages are bundled as files, not as code.
	const inFiles = ['swagger-ui-dist', ...FONT_SOURCES.map(({ from }) => from)]
	expect(new Set(names(ofServer))).toEqual(new Set([...packages, ...inFiles]))
	expect(names(ofUi)).toEqual(
		expect.arrayContaining(['react-aria-components', 'tailwindcss', '@fontsource-variable/martian-mono']),
	)
	for (const name of [...names(ofServer), ...names(ofUi), 'Bun'])
		expect(stdout, `no text for ${name}`).toMatch(new RegExp(`^={80}\n(.+\n)*${name} [^\n]+\n(.+\n)*-{80}\n`, 'm'))
	expect(stdout).toContain('SIL OPEN FONT LICENSE Version 1.1')
	expect(stdout).toContain('GNU LIBRARY GENERAL PUBLIC LICENSE')
})
