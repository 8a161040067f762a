import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkFeeds } from './feeds.ts'
import { makeDesktopStandIns } from './testing/stand-ins.ts'

let folder = ''
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backseat-feeds-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function changed(name: string, change: (text: string) => string) {
	await makeDesktopStandIns(folder, '0.1.0')
	const path = join(folder, name)
	await Bun.write(path, change(await Bun.file(path).text()))
	return checkFeeds(folder, '0.1.0')
}

test('feeds name all packages of their systems with the right hashes', async () => {
	await changed('latest.yml', (text) => text)
})

test.each([
	['is of another version', 'latest.yml', '0.1.0', '0.1.1', 'latest.yml announces 0.1.1 instead of 0.1.0.'],
	['lacks a package', 'latest-mac.yml', 'arm64.zip', 'x64.zip', 'latest-mac.yml lists'],
	['has an old hash', 'latest-linux.yml', 'sha512: ', 'sha512: A', 'another hash'],
	['has an old size', 'latest-linux-arm64.yml', 'size: ', 'size: 1', 'another size'],
])('a feed that %s is refused', async (_, name, right, wrong, reason) => {
	await expect(changed(name, (text) => text.replace(right, wrong))).rejects.toThrow(reason)
})

test('a package that changed after its feed was written is refused', async () => {
	await expect(changed('Backseat-0.1.0-win-x64.exe', (text) => text.toUpperCase())).rejects.toThrow(
		'latest.yml gives Backseat-0.1.0-win-x64.exe another hash.',
	)
})
