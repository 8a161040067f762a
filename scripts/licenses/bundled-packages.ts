import { join, resolve } from 'node:path'
import type { Plugin } from 'vite'
import { projectFolder } from '../run.ts'

export type PackageFolders = Set<string>

export const installed = (name: string) => join(projectFolder, 'node_modules', name)

/** Our fonts, with the packages that they are subsets of (look/fonts/subset.ts). */
const cutFrom: Record<string, string> = {
	display: '@fontsource-variable/bricolage-grotesque',
	text: '@fontsource-variable/figtree',
	plate: '@fontsource-variable/bricolage-grotesque',
	receipt: '@fontsource-variable/martian-mono',
	cyrillic: '@fontsource-variable/onest',
	arabic: '@fontsource-variable/cairo',
}

export function packageOf(file: string): string | null {
	const path = file.replaceAll('\\', '/')
	// Modules that Vite and Rolldown generate: '\0vite/preload-helper.js'.
	const maker = /^\0(vite|rolldown)\//.exec(path)?.[1]
	if (maker) return installed(maker)
	if (path.startsWith('\0')) throw new Error(`Nobody knows which package ${JSON.stringify(path)} comes from.`)
	const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(`/${path}`)?.[0].slice(1)
	if (folder) return resolve(projectFolder, folder)
	if (!path.endsWith('.woff2')) return null
	const source = cutFrom[/([a-z]+)[^/]*$/.exec(path)?.[1] ?? '']
	if (!source) throw new Error(`Nobody knows which font ${path} was made from.`)
	return installed(source)
}

export const packagesOf = (files: Iterable<string>): PackageFolders =>
	new Set([...files].map(packageOf).filter((folder) => folder !== null))

type Metafile = Pick<Bun.BuildMetafile, 'outputs'> | undefined

/** Files that Bun bundled, without tree-shaken modules. */
export function filesIn(metafile: Metafile): string[] {
	if (!metafile) throw new Error('Bun did not say what is in its bundle.')
	return Object.values(metafile.outputs).flatMap(({ inputs }) =>
		Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? path : [])),
	)
}

export const packagesIn = (metafile: Metafile): PackageFolders => packagesOf(filesIn(metafile))

/** Throws if a program bundles a package whose licence it does not list. */
export function refuseUnlisted(packages: PackageFolders, listed: PackageFolders) {
	const unlisted = [...packages].filter((folder) => !listed.has(folder))
	if (unlisted.length > 0) throw new Error(`Not among the licences that it prints: ${unlisted.join(', ')}`)
}

const TAILWIND = '/*! tailwindcss v'

export function notePackages(packages: PackageFolders): Plugin {
	const note = (files: Iterable<string>) => {
		for (const folder of packagesOf(files)) packages.add(folder)
	}
	let root = ''
	return {
		name: 'note-packages',
		configResolved(config) {
			root = config.root
		},
		generateBundle(_options, bundle) {
			for (const file of Object.values(bundle)) {
				if (file.type === 'chunk') {
					note(Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? id : [])))
				} else {
					note(file.originalFileNames.map((name) => resolve(root, name)))
					// Stylesheets list no modules, but Tailwind adds a banner to its output.
					if (String(file.source).startsWith(TAILWIND)) packages.add(installed('tailwindcss'))
				}
			}
		},
	}
}
