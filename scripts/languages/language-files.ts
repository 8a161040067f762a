import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LANGUAGES } from '#contract/languages.ts'
import type { Catalogue, Translation } from '#contract/text.ts'
import { projectFolder } from '../run.ts'
import { catalogueFile, readCatalogue, translationsIn } from './catalogues.ts'
import { type Texts, textsInSources } from './texts.ts'

/** `first` is named in every page, before the app; the others only in pages that show them at once. */
type Part = 'first' | 'rest' | 'host'

/** Screens that people reach by a link, and home. All other pages name the rest, too. */
const FIRST_SCREENS = /^\/(home|rating\/\*|auth(\/\*)?|claim\/\*|infographic\/\*)$/
const OF_HOSTS = /^src-ui\/(features|routes)\/host|^contract\/host\//

/** For the server, which never serves it: the files of each language, and all translations. */
export const LANGUAGE_FILES = 'language-files.json'

/**
 * Compiles the catalogues into files for the browser, by the screens that show the texts, and into one file for the server.
 * `preloads` are the scripts by page (scripts/page-chunks.ts).
 */
export function languageFiles(languages: readonly string[] = withCatalogue()): Plugin {
	return {
		name: 'backseat-language-files',
		apply: 'build',
		generateBundle: {
			order: 'post',
			async handler(_options, bundle) {
				const texts = textsInSources()
				const partOf = partsOf(texts, bundle)
				const ofServer: Record<string, unknown> = {}
				for (const language of languages) {
					const catalogue = await catalogueOf(language)
					const files: Partial<Record<Part, string>> = {}
					for (const part of ['first', 'rest', 'host'] as const) {
						const translations = Object.fromEntries(
							Object.entries(catalogue.translations).filter(([key]) => partOf.get(key) === part),
						)
						const source = part === 'first' ? firstOf({ ...catalogue, translations }) : laterOf(translations)
						const reference = this.emitFile({ type: 'asset', name: `${language}-${part}.js`, source })
						files[part] = this.getFileName(reference)
					}
					ofServer[language] = { files, catalogue }
				}
				this.emitFile({ type: 'asset', fileName: LANGUAGE_FILES, source: JSON.stringify(ofServer) })
			},
		},
	}
}

const withCatalogue = () => LANGUAGES.map(({ tag }) => tag).filter((tag) => existsSync(catalogueFile(tag)))

export async function catalogueOf(language: string): Promise<Catalogue> {
	const { locale = language, direction } = LANGUAGES.find(({ tag }) => tag === language) ?? {}
	const phrases = join(projectFolder, 'languages', 'phrases', `${language}.ts`)
	const pools: Record<string, readonly string[]> = existsSync(phrases) ? (await import(phrases)).PHRASES : {}
	return {
		locale,
		isRightToLeft: direction === 'rtl',
		translations: { ...translationsIn(readCatalogue(language), language), ...pools },
	}
}

const firstOf = (catalogue: Catalogue) => `globalThis.backseatCatalogue=${JSON.stringify(catalogue)}`
const laterOf = (translations: Readonly<Record<string, Translation>>) =>
	`Object.assign(globalThis.backseatCatalogue.translations,${JSON.stringify(translations)})`

/** The part of each text that the browser shows. */
function partsOf({ texts, pools }: Texts, bundle: Rolldown.OutputBundle): Map<string, Part> {
	const inBrowser = new Map<string, 'first' | 'later'>()
	const first = firstChunks(bundle)
	for (const chunk of Object.values(bundle)) {
		if (chunk.type !== 'chunk') continue
		for (const id of chunk.moduleIds) {
			const file = relative(projectFolder, id.replace(/\?.*$/, '')).replaceAll('\\', '/')
			if (first.has(chunk.fileName) || !inBrowser.has(file))
				inBrowser.set(file, first.has(chunk.fileName) ? 'first' : 'later')
		}
	}
	const parts = new Map<string, Part>()
	const shown = [...Array.from(texts, ([key, { files }]) => [key, files] as const), ...pools]
	for (const [key, files] of shown) {
		const shownBy = files.filter((file) => inBrowser.has(file))
		if (shownBy.length === 0) continue
		const isFirst = shownBy.some((file) => inBrowser.get(file) === 'first')
		parts.set(key, isFirst ? 'first' : shownBy.every((file) => OF_HOSTS.test(file)) ? 'host' : 'rest')
	}
	return parts
}

function firstChunks(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
	const asset = bundle['page-preloads.json']
	if (asset?.type !== 'asset') throw new Error('The list of scripts by page comes first (scripts/page-chunks.ts)')
	const preloads: Record<string, string[]> = JSON.parse(`${asset.source}`)
	const names = new Set(Object.entries(preloads).flatMap(([page, files]) => (FIRST_SCREENS.test(page) ? files : [])))
	for (const chunk of Object.values(bundle))
		if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => /src-ui\/main\.tsx$/.test(id)))
			addImports(chunk, bundle, names)
	return names
}

function addImports(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, names: Set<string>) {
	if (names.has(chunk.fileName)) return
	names.add(chunk.fileName)
	for (const name of chunk.imports) {
		const file = bundle[name]
		if (file?.type === 'chunk') addImports(file, bundle, names)
	}
}
