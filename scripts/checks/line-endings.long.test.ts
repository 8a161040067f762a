import { expect, test } from 'bun:test'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectFolder, runQuietly, tool } from '../run.ts'

test('a checkout with core.autocrlf=true passes the linter', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-crlf-'))
	try {
		const checkout = join(folder, 'checkout')
		const clone = ['git', 'clone', '--quiet', '--shared', '--config', 'core.autocrlf=true', projectFolder, checkout]
		expect(await runQuietly(clone)).toEqual({ code: 0, output: '' })
		symlinkSync(join(projectFolder, 'node_modules'), join(checkout, 'node_modules'), 'junction')

		const { code, output } = await runQuietly(tool('biome', 'check'), { cwd: checkout })
		expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('No fixes applied') })
	} finally {
		rmSync(folder, { recursive: true, force: true })
	}
}, 120_000)
