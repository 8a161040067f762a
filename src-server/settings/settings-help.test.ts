import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from './config.ts'
import { configurationPage } from './configuration-page.ts'
import { flagOf, variableOf } from './setting-sources.ts'
import { settingsHelp } from './settings-help.ts'

test('docs/configuration.md says what the settings table says (else run: bun scripts/docs/configuration-docs.ts)', () => {
	const page = readFileSync(join(import.meta.dir, '..', '..', 'docs', 'configuration.md'), 'utf8')

	expect(page).toBe(configurationPage())
})

test('the help names every setting by its flag and its variable', () => {
	const help = settingsHelp()

	for (const setting of Object.values(settings)) {
		expect(help).toContain(flagOf(setting))
		expect(help).toContain(variableOf(setting))
	}
})

test('a default in the docs is the default in the code', () => {
	for (const { read, initial, initialText } of Object.values(settings)) {
		if (initial === null || initialText === 'none') continue
		expect(read(initialText)).toEqual(initial)
	}
})
