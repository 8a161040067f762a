import { expect, test } from 'bun:test'
import { sourceFiles } from '../build/build-stamp.ts'
import { projectFolder } from '../run.ts'
import { withImports } from '../test/import-graph.ts'
import { dockerRules, dockerStages, filesForImage, trackedFiles } from './image.ts'

// check-image.ts builds the image from these files, and runs it.

test('rules of .dockerignore apply to folders and all below them, and the last one decides', () => {
	const isLetIn = dockerRules(
		'# All but\n*\n!db\n!/deploy/systemd/\n**/*.test.ts\n**/.env*\ndb/private\n!db/private/map.ts\n',
	)

	for (const path of ['db/seed.ts', 'deploy/systemd/backseat.service', 'db/private/map.ts'])
		expect([path, isLetIn(path)]).toEqual([path, true])
	for (const path of ['README.md', 'deploy/fly.toml', 'db/seed.test.ts', 'db/.env', 'db/.env.local', 'db/private/key'])
		expect([path, isLetIn(path)]).toEqual([path, false])
	expect(dockerRules('*.test.ts')('db/seed.test.ts')).toBe(true)
})

test('every file that the build reads gets into the image’s build', async () => {
	const [letIn, sources] = [new Set(await filesForImage()), await sourceFiles()]
	const read = await withImports(projectFolder, ['scripts/build.ts', ...sources])
	const ofThose = (await trackedFiles()).filter((file) => read.has(file))

	expect(ofThose.length).toBeGreaterThan(sources.length)
	expect(ofThose.filter((file) => !letIn.has(file))).toEqual([])
})

test('no test, no secret and no data gets in', async () => {
	const isLetIn = dockerRules(await Bun.file(`${projectFolder}/.dockerignore`).text())
	const kept = [
		'.git/config',
		'.env',
		'src-server/.env.local',
		'backseat-data/backseat.db',
		'db/fixtures/schema-1/backseat.db-wal',
		'dist/backseat',
		'node_modules/vite/package.json',
		'scripts/bench/packages/node_modules/pg/package.json',
		'e2e/people.ts',
		'src-server/cli.test.ts',
		'src-electron/main.ts',
	]

	expect(kept.filter(isLetIn)).toEqual([])
	expect((await filesForImage()).filter((file) => /\.test\.tsx?$|\.db/.test(file))).toEqual([])
})

test('packages are installed before the sources arrive, so that a change of them keeps the installed ones', async () => {
	const [build = []] = await dockerStages()
	const letIn = await filesForImage()
	const [first = '', all] = build.filter(({ word }) => word === 'COPY').map(({ rest }) => rest)

	for (const file of first.split(' ').slice(0, -1)) expect(letIn).toContain(file)
	expect(all).toBe('. .')
})
