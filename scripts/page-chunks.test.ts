import { expect, test } from 'bun:test'
import { Glob } from 'bun'
import { circleAmong, pageChunksIn, straysAmong } from './page-chunks.ts'
import { projectFolder } from './run.ts'

const fileOf = (checkout: string, path: string) =>
	pageChunksIn(checkout).find(({ test }) => typeof test === 'function' && test(`${checkout}/${path}`))?.name

test('which script a module is in does not depend on the folders above the checkout', () => {
	const modules = [
		...new Glob('src-ui/**/*.tsx').scanSync(projectFolder),
		...new Glob('look/*.tsx').scanSync(projectFolder),
	]
	modules.push('node_modules/react-aria/dist/private/utils/useId.mjs')
	expect(modules.length).toBeGreaterThan(100)

	for (const folder of ['trees', 'forms', 'look', 'src-ui/kit', 'node_modules/react-aria'])
		expect(modules.map((path) => fileOf(`/srv/${folder}/backseat`, path))).toEqual(
			modules.map((path) => fileOf('/srv/backseat', path)),
		)
})

test('scripts that need each other are found, and files that only share one are not', () => {
	const withoutCircle = { home: ['kit', 'runtime'], profile: ['home', 'kit'], kit: ['runtime'], runtime: [] }

	expect(circleAmong(new Map(Object.entries(withoutCircle)))).toBeNull()
	expect(circleAmong(new Map(Object.entries({ ...withoutCircle, runtime: ['profile'] })))).toEqual([
		'home',
		'kit',
		'runtime',
		'profile',
		'home',
	])
})

test('a module of the host’s page in a script that others load is found', () => {
	const [route, screen] = ['/src-ui/routes/host.people.tsx', '/src-ui/features/host/host-page.tsx']
	const host = { name: 'host', moduleIds: [screen, `${route}?tsr-split=component`] }

	expect(straysAmong([host, { name: 'every-page', moduleIds: [route] }])).toEqual([])
	expect(straysAmong([host, { name: 'waiting', moduleIds: [screen] }])).toEqual([`${screen} in waiting`])
})
