import { expect, test } from 'bun:test'
import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { bun, projectFolder, runQuietly } from '../run.ts'

const lockFile = await Bun.file(join(projectFolder, 'bun.lock')).text()

test('bun.lock names what package.json asks for, nothing more and nothing less', async () => {
	const { code, output } = await runQuietly([bun, 'install', '--frozen-lockfile', '--lockfile-only'])

	expect([code, output]).toEqual([0, expect.any(String)])
})

test('bun.lock names no address to fetch from: an install asks its own registry, and checks what comes', () => {
	expect(lockFile).not.toMatch(/https?:\/\//)
	const fetched = lockFile.split('\n').filter((line) => /^ {4}"[^"]+": \["/.test(line))
	expect(fetched.length).toBeGreaterThan(500)
	for (const line of fetched) expect(line).toMatch(/"sha512-[A-Za-z0-9+/]+=*"\],$/)
})

test('no package may run scripts when it is installed, and bun’s own list of trusted ones is switched off [T34]', () => {
	expect(packageJson.trustedDependencies).toEqual([])
	expect(lockFile).toContain('"trustedDependencies": []')
})

test('an empty list is enough: a package on bun’s own list runs nothing', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'backseat-packages-'))
	const told = join(folder, 'it-ran')
	// A package whose scripts bun trusts by default.
	const trap = join(folder, 'esbuild')
	mkdirSync(trap)
	const scripts = { postinstall: `echo ran > ${told}` }
	writeFileSync(join(trap, 'package.json'), JSON.stringify({ name: 'esbuild', version: '1.0.0', scripts }))
	const { code: packed } = await runQuietly([bun, 'pm', 'pack', '--cwd', trap, '--quiet', '--ignore-scripts'])
	const install = async (trusted: object) => {
		const project = mkdtempSync(join(folder, 'project-'))
		cpSync(join(trap, 'esbuild-1.0.0.tgz'), join(project, 'esbuild.tgz'))
		const dependencies = { esbuild: 'file:./esbuild.tgz' }
		writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'x', dependencies, ...trusted }))
		const { code } = await runQuietly([bun, 'install', '--cwd', project])
		return { code, ran: await Bun.file(told).exists() }
	}

	expect(packed).toBe(0)
	expect(await install({ trustedDependencies: [] })).toEqual({ code: 0, ran: false })
	expect(await install({ trustedDependencies: ['esbuild'] })).toEqual({ code: 0, ran: true })
})
