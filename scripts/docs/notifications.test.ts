import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { troubles, wordsOf } from '#server/operations/alerts/troubles.ts'
import { readConfig } from '#server/settings/config.ts'
import { projectFolder } from '../run.ts'
import { codeBlocks } from './testing/code-blocks.ts'

// What docs/notifications.md tells operators agrees with the product.

const page = readFileSync(join(projectFolder, 'docs/notifications.md'), 'utf8')

test('every backseat.toml on it is understood by the server', () => {
	const files = codeBlocks(page, 'toml')

	expect(files.length).toBeGreaterThan(3)
	for (const text of files)
		expect(() => readConfig({ flags: {}, env: {}, file: { path: 'backseat.toml', text } })).not.toThrow()
})

test('it lists every alert by its title, says which come at night, and names them for webhooks', () => {
	for (const trouble of troubles) {
		const { title, isUrgent } = wordsOf(trouble)
		expect(page).toMatch(new RegExp(`^\\| ${title} \\| .+ \\| ${isUrgent ? 'at once' : 'at eight'} \\|$`, 'm'))
		expect(page).toContain(`\`${trouble}\``)
	}
})
