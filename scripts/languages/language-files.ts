import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { LANGUAGES } from '#contract/languages.ts'
import { REASONS } from '#contract/reasons.ts'
import type { Catalogue } from '#contract/text.ts'
import { projectFolder } from '../run.ts'
import { catalogueFile, readCatalogue, translationsIn } from './catalogues.ts'
import { keyOfReason, sentencesByReason, textsOfRefusals } from './refusals.ts'
import { type Texts, textsInSources } from './texts.ts'

/** `first` is named in every page, before the app; the others load with the first script that shows them. */
type Part = 'first' | 'rest' | 'host'

/** Home, and the screens to which links in chats lead. */
const FIRST_SCREENS = /^\/(home|rating\/\*|auth(\/\*)?|claim\/\*|infographic\/\*)$/
const OF_HOSTS = /^src-ui\/(features|routes)\/host|^contract\/host\//

/** The first file and all translations of each language, for the server, which never serves it. */
const LANGUAGE_FILES = 'language-files.json'

const PRELOAD_HELPER = /vite\/preload-helper/
const LOADING = 'return baseModule()'

/** Compiles the catalogues into files for the browser, by the screens that show the texts, and into one for the server. */
export function languageFiles(languages: readonly string[] = withCatalogue()): Plugin {
	return {
		name: 'backseat-language-files',
		apply: 'build',
		transform: {
			filter: { id: PRELOAD_HELPER },
			// Every late script comes through here: its module may read texts as it runs.
			handler(code) {
				if (!code.includes(LOADING))
					this.error('vite loads late scripts in another way: scripts/languages/language-files.ts')
				return {
					code: code.replace(
						LOADING,
						'const texts = globalThis.backseatTexts?.(deps); return (texts ? texts.then(baseModule) : baseModule())',
					),
					map: null,
				}
			},
		},
		generateBundle: {
			order: 'post',
			async handler(_options, bundle) {
				const first = firstScripts(bundle)
				const partOf = partsOf(textsInSources(), bundle, first)
				const ofServer: Record<string, unknown> = {}
				for (const language of languages) {
					const catalogue = await catalogueOf(language)
					const file = (part: Part, source: (translations: Catalogue['translations']) => string) => {
						const translations = Object.entries(catalogue.translations).filter(([key]) => partOf.get(key) === part)
						const name = `${language}-${part}.js`
						return this.getFileName(
							this.emitFile({ type: 'asset', name, source: source(Object.fromEntries(translations)) }),
						)
					}
					const later = { rest: file('rest', laterOf), host: file('host', laterOf) }
					const firstFile = file('first', (translations) => firstOf({ ...catalogue, translations }, first, later))
					ofServer[language] = { firstFile, catalogue }
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
	const translations = translationsIn(readCatalogue(language), language)
	return {
		locale,
		isRightToLeft: direction === 'rtl',
		translations: { ...translations, ...sentencesByReason(translations), ...pools },
	}
}

const laterOf = (translations: Catalogue['translations']) =>
	`Object.assign(globalThis.backseatCatalogue.translations,${JSON.stringify(translations)})`

/**
 * The first file, with a function that fetches the others before a script that needs them. They come with the files that the
 * page fetches when it is idle (src-ui/features/frame/fetch-next.ts), too.
 */
const firstOf = (catalogue: Catalogue, first: ReadonlySet<string>, { rest, host }: { rest: string; host: string }) =>
	`globalThis.backseatCatalogue=${JSON.stringify(catalogue)};
const first=new Set(${JSON.stringify([...first].map(baseName))}),here=name=>new URL(name,import.meta.url).href;
globalThis.backseatTexts=(scripts=[])=>{
const late=scripts.map(script=>script.replace(/.*\\//,'')).filter(name=>!first.has(name)&&name.endsWith('.js'));
if(late.length)return Promise.all([import(here('${baseName(rest)}')),late.some(name=>name.startsWith('host-'))&&import(here('${baseName(host)}'))])};
document.documentElement.dataset.next+=' '+new URL(here('${baseName(rest)}')).pathname`

const baseName = (file: string) => file.slice(file.lastIndexOf('/') + 1)

/** The part of each text that the browser shows. */
function partsOf(
	{ texts, pools }: Texts,
	bundle: Rolldown.OutputBundle,
	first: ReadonlySet<string>,
): Map<string, Part> {
	const inBrowser = new Map<string, 'first' | 'later'>()
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
	// The browser makes the words of a refusal once the check of answers is there, before which the rest loads.
	for (const { text } of textsOfRefusals())
		if (!/[{#]/.test(text) && parts.get(text) !== 'first') parts.set(text, 'rest')
	for (const reason of Object.keys(REASONS)) parts.set(keyOfReason(reason), 'rest')
	return parts
}

function firstScripts(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
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
