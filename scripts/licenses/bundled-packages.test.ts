import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { installed, packageOf, packagesIn, refuseUnlisted } from './bundled-packages.ts'

const inputs = (bytes: Record<string, number>) => ({
	outputs: {
		'main.js': {
			bytes: 1,
			imports: [],
			exports: [],
			inputs: Object.fromEntries(Object.entries(bytes).map(([path, bytesInOutput]) => [path, { bytesInOutput }])),
		},
	},
})

test('the packages in a bundle are listed; those left out of it are not', () => {
	const metafile = inputs({
		'src-server/main.ts': 900,
		'node_modules/elysia/dist/index.mjs': 500,
		'node_modules/@scope/outer/node_modules/inner/index.js': 30,
		'node_modules/never-called/index.js': 0,
	})

	expect(packagesIn(metafile)).toEqual(new Set([installed('elysia'), installed('@scope/outer/node_modules/inner')]))
	expect(() => packagesIn(undefined)).toThrow('Bun did not say')
})

test.each([
	['node_modules/react/index.js', 'react'],
	[join(projectFolder, 'node_modules/@tanstack/react-query/build/x.js'), '@tanstack/react-query'],
	['C:\\rides\\node_modules\\uqr\\dist\\index.mjs', undefined],
	['\0vite/preload-helper.js', 'vite'],
	['\0rolldown/runtime.js', 'rolldown'],
	['look/fonts/text-western.woff2', '@fontsource-variable/figtree'],
	['look/fonts/plate-latin-ext.woff2', '@fontsource-variable/bricolage-grotesque'],
	['look/fonts/receipt-signs.woff2', '@fontsource-variable/martian-mono'],
	['look/fonts/arabic.woff2', '@fontsource-variable/cairo'],
])('%j is the work of a package', (file, name) => {
	if (name) expect(packageOf(file)).toBe(installed(name))
	else expect(packageOf(file)).toEndWith('/uqr')
})

test('what is ours is nobody else’s, and what comes from nowhere stops the build', () => {
	expect(packageOf('src-ui/kit/road-map-light.svg')).toBeNull()
	expect(() => packageOf('\0somebody/helper.js')).toThrow('Nobody knows which package')
	expect(() => packageOf('look/fonts/found-somewhere.woff2')).toThrow('Nobody knows which font')
})

test('a package that is in the program and not in its list stops the build', () => {
	const listed = new Set([installed('elysia')])

	expect(() => refuseUnlisted(new Set([installed('elysia')]), listed)).not.toThrow()
	expect(() => refuseUnlisted(new Set([installed('elysia'), installed('left-pad')]), listed)).toThrow('left-pad')
})

test('the styles take from nobody but Tailwind, which is all that is looked for in them', async () => {
	const taken = new Set<string>()
	for await (const file of new Bun.Glob('src-{ui,electron}/**/*.css').scan(projectFolder)) {
		const css = await Bun.file(join(projectFolder, file)).text()
		for (const [, from = ''] of css.matchAll(/@(?:import|plugin|reference)\s+(?:url\()?["']([^"']+)/g))
			if (!from.startsWith('.')) taken.add(from)
	}
	expect([...taken]).toEqual(['tailwindcss'])
})
