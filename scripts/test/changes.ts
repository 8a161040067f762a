import { runQuietly } from '../run.ts'
import { withImports } from './import-graph.ts'

// Slow end-to-end tests of rarely changed code: `bun run test` runs them when that code has changed, `test:all` always.

type Guarded = {
	what: string
	specs: string
	covers: string[]
}

const guarded: Guarded[] = [
	{ what: 'the desktop app', specs: 'desktop/**', covers: ['src-electron/**', 'e2e/desktop/*.ts'] },
	{
		what: 'where toasts lie',
		specs: 'screens/toast-places.spec.ts',
		covers: [
			...['src-ui/kit/feedback/*', 'src-ui/kit/page/*', 'src-ui/features/frame/*', '{src-ui,look}/**/*.css'],
			'e2e/screens/toast-places.spec.ts',
		],
	},
	{
		what: 'where the actions of a screen lie',
		specs: 'screens/columns.spec.ts',
		covers: [
			...['src-ui/kit/page/*', 'src-ui/features/**/*-screen.tsx', '{src-ui,look}/**/*.css'],
			'e2e/screens/columns.spec.ts',
		],
	},
	{
		what: 'the longest names',
		specs: 'screens/long-names.spec.ts',
		covers: ['src-ui/features/**/*-screen.tsx', '{src-ui,look}/**/*.css', 'e2e/screens/long-names.spec.ts'],
	},
]
const ALWAYS = ['package.json', 'bun.lock']

/** Guarded tests whose code is unchanged. Empty if git cannot list the changes. */
export async function unchangedTests(tree: string, changed: string[] | null): Promise<Guarded[]> {
	if (changed === null || changed.some((file) => ALWAYS.includes(file))) return []
	const unchanged: Guarded[] = []
	for (const one of guarded) {
		const files: string[] = []
		for (const pattern of one.covers)
			for await (const file of new Bun.Glob(pattern).scan({ cwd: tree })) files.push(file.replaceAll('\\', '/'))
		const covered = await withImports(tree, files)
		// A deleted file is not in the import graph but still matches a glob.
		const isCovered = (file: string) =>
			covered.has(file) || one.covers.some((pattern) => new Bun.Glob(pattern).match(file))
		if (!changed.some(isCovered)) unchanged.push(one)
	}
	return unchanged
}

/**
 * Files changed since TEST_SINCE (CI), otherwise since the branch left origin/main, or on main itself since the newest commit
 * a day older than the last one. Null if that commit is missing, as in a shallow clone.
 */
export async function changedFiles(tree: string, since = process.env.TEST_SINCE): Promise<string[] | null> {
	const git = async (...words: string[]) => {
		const { code, output } = await runQuietly(['git', ...words], { cwd: tree }).catch(() => ({ code: 1, output: '' }))
		return code === 0 ? output.trim() : null
	}
	const head = await git('rev-parse', 'HEAD')
	const left = since ? null : await git('merge-base', 'HEAD', 'origin/main')
	const base = since || (left && left !== head ? left : await dayBefore(git))
	if (!base) return null
	const tracked = await git('diff', '--name-only', '--no-renames', base)
	const untracked = await git('ls-files', '--others', '--exclude-standard')
	if (head === null || tracked === null || untracked === null) return null
	return [...tracked.split('\n'), ...untracked.split('\n')].filter(Boolean)
}

async function dayBefore(git: (...words: string[]) => Promise<string | null>): Promise<string | null> {
	const committed = await git('log', '-1', '--format=%ct')
	return committed && git('rev-list', '-1', `--before=${Number(committed) - 86_400}`, 'HEAD')
}
