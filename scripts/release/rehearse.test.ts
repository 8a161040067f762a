import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { checkRelease } from './check-release.ts'
import { writeChecksums } from './checksums.ts'
import { rehearse } from './rehearse.ts'
import { checkedFiles } from './release-files.ts'

// Rehearses a release with stand-ins for the programs. rehearse.long.test.ts makes and starts the real ones.

const { version } = packageJson
const changelog = `## [${version}] - 2026-11-26\n\nA car.\n`
const fresh = { version, changelog, notes: 'A car.\n', hasStandIns: true }

let folder = ''
const release = () => join(folder, 'release')
const copy = () => join(folder, 'copy')
const isHere = process.platform !== 'win32'

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backseat-release-'))
	if (isHere) await rehearse({ isShort: true, keep: release() })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

type Change = (path: (name: string) => string) => Promise<unknown>

const change =
	(name: string, by: (text: string) => string): Change =>
	async (path) =>
		Bun.write(path(name), by(await Bun.file(path(name)).text()))
/** Changes a byte in the middle, where no header is. */
const changeByte =
	(name: string): Change =>
	async (path) => {
		const bytes = await Bun.file(path(name)).bytes()
		bytes[5000] = (bytes[5000] ?? 0) ^ 1
		await Bun.write(path(name), bytes)
	}

describe.skipIf(!isHere)('a rehearsed release', () => {
	test('has all it needs, but is too small to be real', async () => {
		await checkRelease({ ...fresh, folder: release() })

		await expect(checkRelease({ ...fresh, folder: release(), hasStandIns: false })).rejects.toThrow(
			/\.deb is too small: \d+ bytes\.$/,
		)
	})

	test.each<[string, Change, string]>([
		['name', (path) => rename(path('latest.yml'), path('latest-win.yml')), 'The release lacks latest.yml.'],
		[
			'processor',
			(path) => cp(path('backseat-linux-x64'), path('backseat-linux-arm64')),
			'backseat-linux-arm64 is linux x64',
		],
		['C library', (path) => cp(path('backseat-linux-x64'), path('backseat-linux-x64-musl')), 'not linux x64 musl'],
		['signature', changeByte('backseat-macos-x64'), 'backseat-macos-x64 has wrong hashes of 1 of 4 pages.'],
		['feed', change('latest-mac.yml', (text) => text.replace(version, '9.9.9')), 'latest-mac.yml announces 9.9.9'],
		['size', change('latest.yml', (text) => text.replace('size: ', 'size: 1')), 'another size'],
		['installer', change('install.sh', (text) => `${text}\n`), 'install.sh is not that of this version.'],
	])('is refused for a wrong %s', async (_, fault, reason) => {
		await cp(release(), copy(), { recursive: true })
		await fault((name) => join(copy(), name))
		await writeChecksums(copy(), checkedFiles(version)).catch(() => {})

		const checked = checkRelease({ ...fresh, folder: copy() })

		await expect(checked).rejects.toThrow(reason)
		await rm(copy(), { recursive: true })
	})

	test('is refused for a wrong hash, and for notes that are not of the changelog', async () => {
		await cp(release(), copy(), { recursive: true })
		await change('LICENSES.txt', (text) => text.toUpperCase())((name) => join(copy(), name))

		await expect(checkRelease({ ...fresh, folder: copy() })).rejects.toThrow('SHA256SUMS is wrong about LICENSES.txt.')
		await expect(checkRelease({ ...fresh, folder: release(), notes: 'A bus.\n' })).rejects.toThrow('The notes are not')
	})
})
