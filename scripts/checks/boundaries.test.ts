import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bun, projectFolder } from '../run.ts'

/** One violation per import rule: the file and its import, which is a type import unless `isValue` is set. */
const breaches: Record<string, { file: string; imports: string; isValue?: true }> = {
	'contract-is-valibot-only': { file: 'contract/greedy.ts', imports: '#db/database.ts' },
	'db-knows-contract-at-most': { file: 'db/curious.ts', imports: '#server/features/ratings/ratings.service.ts' },
	'only-queries-touch-tables': { file: 'src-server/features/ratings/hasty.ts', imports: '#db/schema.ts' },
	'queries-are-made-once': {
		file: 'src-server/features/stats/busy.ts',
		imports: './stats.queries.ts',
		isValue: true,
	},
	'services-apart': {
		file: 'src-server/features/drivers/home.service.ts',
		imports: '#server/features/ratings/ratings.service.ts',
	},
	'queries-know-no-service': { file: 'src-server/features/stats/stats.queries.ts', imports: './stats.service.ts' },
	'services-know-no-http': { file: 'src-server/features/claims/claims.service.ts', imports: 'elysia' },
	'services-ask-queries': { file: 'src-server/features/ratings/rating-changes.service.ts', imports: 'drizzle-orm' },
	'http-and-process-know-no-feature': {
		file: 'src-server/http/nosy.ts',
		imports: '#server/features/ratings/ratings.service.ts',
	},
	'commands-at-the-edge': {
		file: 'src-server/features/stats/talkative.ts',
		imports: '#server/commands/terminal/output.ts',
	},
	'commands-ask-services': {
		file: 'src-server/commands/people/nosy.ts',
		imports: '#server/features/stats/stats.queries.ts',
	},
	'server-features-in-order': {
		file: 'src-server/features/stats/friendly.ts',
		imports: '#server/features/ratings/ratings.service.ts',
	},
	'operations-in-order': {
		file: 'src-server/operations/metrics/friendly.ts',
		imports: '#server/operations/doctor/finding.ts',
	},
	'ui-knows-contract-only': { file: 'src-ui/features/stats/deep.ts', imports: '#server/settings/config.ts' },
	'every-call-stays-on-the-server': {
		file: 'src-ui/features/stats/wordy.ts',
		imports: '#contract/every-call.ts',
	},
	'reasons-stay-on-the-server': {
		file: 'src-ui/features/stats/refusing.ts',
		imports: '#contract/reasons.ts',
		isValue: true,
	},
	'kit-knows-no-driver': { file: 'src-ui/kit/driver-button.tsx', imports: '#ui/features/drivers/drivers.api.ts' },
	'ui-features-in-order': {
		file: 'src-ui/features/drivers/friendly.tsx',
		imports: '#ui/features/stats/stats-screen.tsx',
	},
	'server-knows-no-ui': { file: 'src-server/features/stats/painter.ts', imports: '#ui/kit/stars/stars.tsx' },
	'pictures-wear-the-look': {
		file: 'src-server/operations/pictures/drawing/borrowed.ts',
		imports: '#ui/kit/stars/stars.tsx',
	},
	'drawing-stays-in-its-process': {
		file: 'src-server/operations/pictures/impatient.ts',
		imports: './drawing/scene.ts',
	},
	'look-knows-neither-app': { file: 'look/fond.tsx', imports: '#ui/kit/stars/stars.tsx' },
	// The rule names the only files of the contract that the desktop app may import.
	'desktop-knows-a-binary': { file: 'src-electron/window.ts', imports: '#contract/ids.ts' },
	'electron-at-the-edge': { file: 'src-electron/links/eager.ts', imports: 'electron' },
	'desktop-runs-in-node': { file: 'src-electron/links/quick.ts', imports: 'bun:sqlite' },
	'product-knows-no-test': { file: 'src-server/features/drivers/borrowed.ts', imports: '#server/testing/test-app.ts' },
	'no-circles': { file: 'src-ui/kit/egg.ts', imports: './hen.ts' },
	'no-orphans': { file: 'src-ui/kit/forgotten.ts', imports: '' },
	'no-dead-ends': { file: 'src-ui/kit/lost.ts', imports: './nowhere.ts' },
}

/** Files with imports that the rules allow. */
const innocents: Record<string, string[]> = {
	'db/schema.ts': ['#contract/ids.ts'],
	'db/database.ts': ['./schema.ts'],
	'contract/ids.ts': ['valibot'],
	'contract/every-call.ts': ['./ids.ts'],
	'contract/reasons.ts': ['./ids.ts'],
	'contract/call.ts': ['./reasons.ts'],
	'src-server/settings/config.ts': ['#contract/ids.ts'],
	'src-server/features/ratings/ratings.queries.ts': ['#db/schema.ts', '#db/database.ts'],
	'src-server/features/ratings/ratings.service.ts': ['./ratings.queries.ts', '#contract/ids.ts'],
	'src-server/features/stats/stats.service.ts': ['#contract/ids.ts'],
	'src-server/operations/doctor/finding.ts': ['#contract/ids.ts'],
	'src-server/operations/pictures/drawing/scene.ts': ['#look/logo.tsx', '#contract/ids.ts'],
	'src-server/commands/machine/child-process-commands.ts': ['#server/operations/pictures/drawing/scene.ts'],
	'src-server/app.ts': ['elysia', '#server/features/stats/stats.service.ts'],
	'src-server/commands/terminal/output.ts': ['#server/settings/config.ts', '#server/features/stats/stats.service.ts'],
	'src-server/cli.ts': ['#server/commands/terminal/output.ts'],
	'src-server/testing/test-app.ts': ['#db/schema.ts'],
	'src-electron/main.ts': ['electron', '#desktop/links/deep-link.ts'],
	'src-electron/electron/main-window.ts': ['electron'],
	'src-electron/links/deep-link.ts': ['valibot'],
	'src-electron/links/friend-address.ts': ['#contract/pages.ts'],
	'contract/pages.ts': ['valibot'],
	'contract/start-problems.ts': ['valibot'],
	'src-electron/server/trouble.ts': ['#contract/start-problems.ts'],
	'src-electron/links/deep-link.test.ts': ['bun:test'],
	'look/logo.tsx': ['react'],
	'look/letters.ts': [],
	'src-server/http/first-words/frame.ts': ['#look/letters.ts'],
	'src-electron/pages/page-head.tsx': ['#look/logo.tsx'],
	'src-ui/features/drivers/drivers.api.ts': ['#contract/ids.ts', '#ui/kit/stars/stars.tsx'],
	'src-ui/session/session.ts': ['#contract/ids.ts'],
	'src-ui/features/stats/stats-screen.tsx': ['#ui/session/session.ts'],
	'src-ui/kit/stars/stars.tsx': ['react', '#look/logo.tsx'],
	'src-ui/kit/hen.ts': ['./egg.ts'],
}

let folder = ''
let found: { rule: string; file: string }[] = []

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backseat-boundaries-'))
	for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.cjs'])
		await cp(join(projectFolder, file), join(folder, file))
	for (const name of ['valibot', 'elysia', 'drizzle-orm', 'react', 'electron']) {
		await write(`node_modules/${name}/package.json`, `{ "name": "${name}", "main": "index.js" }`)
		await write(`node_modules/${name}/index.js`, 'module.exports = {}')
	}
	const planted = Object.values(breaches).map(({ file, imports, isValue }) => ({
		file,
		lines: imports === '' ? [] : [`import ${isValue ? '' : 'type '}* as it from '${imports}'`],
	}))
	const right = Object.entries(innocents).map(([file, imports]) => ({
		file,
		lines: imports.map((from) => `import type * as it from '${from}'`),
	}))
	for (const { file, lines } of [...planted, ...right])
		await write(file, [...lines, 'export type Ours = number', ''].join('\n'))
	found = violations()
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const write = (file: string, content: string) => Bun.write(join(folder, file), content)

function violations() {
	const cruiser = join(projectFolder, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
	const folders = ['contract', 'db', 'look', 'src-server', 'src-ui', 'src-electron']
	const { stdout } = Bun.spawnSync([bun, '--bun', cruiser, '--output-type', 'json', ...folders], { cwd: folder })
	const report: { summary: { violations: { from: string; rule: { name: string } }[] } } = JSON.parse(stdout.toString())
	return report.summary.violations.map(({ from, rule }) => ({ rule: rule.name, file: from }))
}

for (const [rule, { file, imports }] of Object.entries(breaches))
	test(`${rule}: ${file} is caught importing ${imports || 'nothing'}`, () => {
		expect(found).toContainEqual({ rule, file })
	})

test('every rule has a breach planted for it', async () => {
	const { forbidden } = await import(join(projectFolder, '.dependency-cruiser.cjs'))
	const names = new Set(forbidden.map(({ name }: { name: string }) => name))
	expect(Object.keys(breaches).sort()).toEqual([...names].sort() as string[])
})

test('imports that keep to the rules are left in peace', () => {
	const accused = found.filter(({ file }) => file in innocents).map(({ rule, file }) => `${file}: ${rule}`)
	expect(accused).toEqual([])
})
