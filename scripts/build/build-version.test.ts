import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runQuietly } from '../run.ts'
import { buildVersion } from './build-version.ts'

let folder = ''
beforeAll(() => {
	folder = mkdtempSync(join(tmpdir(), 'backseat-version-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const version = '0.2.0'
const named = (given = '', where = folder) => buildVersion({ folder: where, given, version })

async function git(...words: string[]) {
	const author = ['-c', 'user.name=Mum', '-c', 'user.email=mum@example.org']
	const { code, output } = await runQuietly(['git', ...author, ...words], { cwd: folder })
	expect({ code, output }).toMatchObject({ code: 0 })
	return output.trim()
}

test('a build names the release at its tag, its commit at any other, and no commit where there is none', async () => {
	expect(await named()).toBe('0.2.0+unknown')

	writeFileSync(join(folder, 'door'), 'open')
	await git('init', '--quiet')
	await git('add', '.')
	await git('commit', '--quiet', '--message', 'Open the door')
	const atCommit = `0.2.0+g${await git('rev-parse', '--short=7', 'HEAD')}`
	await git('tag', 'v0.1.0')
	expect(await named()).toBe(atCommit)

	await git('tag', '--annotate', '--message', 'The door', 'v0.2.0')
	expect(await named()).toBe('0.2.0')
	mkdirSync(join(folder, 'inside'))
	expect(await named('', join(folder, 'inside'))).toBe('0.2.0+unknown')
	writeFileSync(join(folder, 'door'), 'ajar')
	expect(await named()).toBe(atCommit)
})

test('the release workflow names the version, which must be that of package.json', async () => {
	expect(await Promise.all(['v0.2.0', '0.2.0', '0.2.0+g1a2b3c4'].map((given) => named(given)))).toEqual([
		'0.2.0',
		'0.2.0',
		'0.2.0+g1a2b3c4',
	])
	for (const given of ['v0.2.1', '0.2.00', '0.2.0+', '0.2.0+a b', 'main'])
		expect(named(given)).rejects.toThrow('the version in package.json is 0.2.0')
})
