import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFolder, runQuietly } from '../run.ts'
import { changedFiles, unchangedTests } from './changes.ts'

const skippedAfter = async (...changed: string[]) =>
	(await unchangedTests(projectFolder, changed)).map(({ what }) => what)
const DESKTOP = 'the desktop app'
const TOASTS = 'where toasts lie'
const ACTIONS = 'where the actions of a screen lie'
const NAMES = 'the longest names'

test('a change of the documents leaves all slow end-to-end tests out', async () => {
	expect(await skippedAfter('docs/desktop.md', 'src-server/features/host/host.service.ts')).toEqual([
		DESKTOP,
		TOASTS,
		ACTIONS,
		NAMES,
	])
})

test.each([
	['src-electron/shell/shell.ts', [TOASTS, ACTIONS, NAMES]],
	// The desktop app imports this file, but it is outside the desktop app's folder.
	['contract/start-problems.ts', [TOASTS, ACTIONS, NAMES]],
	['src-ui/kit/feedback/toast.ts', [DESKTOP]],
	['src-electron/a-file-that-was-deleted.ts', [TOASTS, ACTIONS, NAMES]],
	['src-ui/features/home/driver-row.tsx', [DESKTOP, TOASTS]],
	['src-ui/styles.css', [DESKTOP]],
	['bun.lock', []],
])('after a change of %s only %p are left out', async (file, skipped) => {
	expect(await skippedAfter(file)).toEqual(skipped)
})

test('without a history nothing is left out', async () => {
	expect(await unchangedTests(projectFolder, null)).toEqual([])
})

let tree = ''
let committedAt = '2026-01-01T12:00:00Z'
const git = async (...words: string[]) => {
	const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false']
	const { code, output } = await runQuietly(['git', ...author, ...words], {
		cwd: tree,
		env: { GIT_COMMITTER_DATE: committedAt },
	})
	expect([output, code]).toEqual([output, 0])
	return output.trim()
}
const commit = async (file: string) => {
	await mkdir(dirname(join(tree, file)), { recursive: true })
	await writeFile(join(tree, file), `${Math.random()}`)
	await git('add', '.')
	await git('commit', '-m', file)
	return await git('rev-parse', 'HEAD')
}

beforeAll(async () => {
	tree = await mkdtemp(join(tmpdir(), 'backseat-changes-'))
	await git('init', '-b', 'main')
})
afterAll(() => rm(tree, { recursive: true, force: true }))

test('a change is what was committed within a day or since the branch was left, and what is not committed yet', async () => {
	const first = await commit('first')
	expect(await changedFiles(tree, '')).toBeNull()
	committedAt = '2026-01-03T11:00:00Z'
	const second = await commit('second')
	committedAt = '2026-01-03T12:00:00Z'
	await commit('third')
	await writeFile(join(tree, 'new'), '')
	await writeFile(join(tree, 'second'), 'edited')

	expect(await changedFiles(tree, '')).toEqual(['second', 'third', 'new'])
	expect(await changedFiles(tree, first)).toEqual(['second', 'third', 'new'])
	expect(await changedFiles(tree, '0000000000000000000000000000000000000000')).toBeNull()
	await git('update-ref', 'refs/remotes/origin/main', first)
	await git('checkout', '--', 'second')
	expect(await changedFiles(tree, '')).toEqual(['second', 'third', 'new'])
	await git('update-ref', 'refs/remotes/origin/main', second)
	expect(await changedFiles(tree, '')).toEqual(['third', 'new'])
})

test('where there is no repository nobody knows what has changed', async () => {
	expect(await changedFiles(tmpdir(), '')).toBeNull()
})
