import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createLocalizedStringDictionary, getLocalizationScript } from 'react-aria-components/i18n'
import type { Plugin, Rolldown } from 'vite'
import { ENGLISH, LANGUAGES, offeredLanguages } from '#contract/languages.ts'
import { REASONS } from '#contract/reasons.ts'
import type { Catalogue } from '#contract/text.ts'
import { pageOfModule } from '../page-chunks.ts'
import { projectFolder } from '../run.ts'
import { catalogueFile, readCatalogue, translationsIn } from './catalogues.ts'
import { keyOfReason, sentencesByReason, textsOfRefusals } from './refusals.ts'
import { type Texts, textsInSources } from './texts.ts'

/** Home and the pages that people open from links: each has a file with its texts. All other pages load all texts. */
const FIRST_SCREENS = /^\/(home|rating|auth|claim|infographic|invite|reset|poster|profile|trip(?!\/new))(\/|$)/
const OF_HOSTS_PAGE = /^\/host(\/|$)/
const OF_HOSTS = /^src-ui\/(features|routes)\/host|^contract\/host\//

/** For the server, which never serves them: the files of each language by page, and all its translations (src-server/catalogues.ts). */
const LANGUAGE_FILES = 'language-files.json'
const CATALOGUES = 'catalogues'
const ENTRY = /src-ui\/main\.tsx$/
const OTHER_PAGES = ''

const PRELOAD_HELPER = /vite\/preload-helper/
const LOADING = 'return baseModule()'

type Start = {
	page: string
	/** Scripts that contain the screen, and possibly others. */
	own: readonly string[]
	/** Keys of the texts that the screen may show before it loads more scripts. */
	shown: ReadonlySet<string>
	/** Scripts that show no other texts. */
	complete: readonly string[]
}

/** Compiles the catalogues into files for the browser, by the screens that show the texts, and into one for the server. */
export function languageFiles(languages: readonly string[] = withCatalogue()): Plugin {
	return {
		name: 'backseat-language-files',
		apply: 'build',
		config: async () => ({
			define: { POSTER_TEXTS: JSON.stringify(await cataloguesOf('src-ui/features/drivers/poster/poster-words.ts')) },
		}),
		transform: {
			filter: { id: PRELOAD_HELPER },
			// Every late script comes through here: its module may read texts as it runs. The first of `deps` is its own file.
			handler(code) {
				if (!code.includes(LOADING))
					this.error('vite loads late scripts in another way: scripts/languages/language-files.ts')
				return {
					code: code.replace(
						LOADING,
						'return (globalThis.backseatTexts?.(deps?.[0] ?? importerUrl)?.then(baseModule) ?? baseModule())',
					),
					map: null,
				}
			},
		},
		generateBundle: {
			order: 'post',
			async handler(_options, bundle) {
				const texts = textsInSources()
				const pages = Object.entries(preloadsIn(bundle))
				const chunks = chunksIn(bundle)
				const chunkOf = new Map(chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk])))
				const keysOf = keysByModules(bundle, texts, (id) => {
					const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(id) ?? {}
					// A dynamic import within one script does not wait for texts.
					return importedIds.concat(dynamicallyImportedIds.filter((late) => chunkOf.get(late) === chunkOf.get(id)))
				})
				const needs = new Map(chunks.map(({ fileName, moduleIds }) => [fileName, keysOf([fileName], moduleIds)]))
				const startOf = (page: string): Start => {
					const isEntry = (id: string) => ENTRY.test(id) || pageOfModule(id) === page
					const entries = chunks.filter(({ moduleIds }) => moduleIds.some(isEntry))
					const own = entries.map(({ fileName }) => fileName)
					const shown = keysOf(
						own,
						entries.flatMap(({ moduleIds }) => moduleIds.filter(isEntry)),
					)
					const complete = [...needs].filter(([, keys]) => keys.isSubsetOf(shown)).map(([name]) => name)
					return { page, own, complete, shown }
				}
				const starts = [OTHER_PAGES, ...pages.map(([page]) => page).filter((page) => FIRST_SCREENS.test(page))].map(
					startOf,
				)
				const marked = [...texts.texts].filter(([, { isMarked }]) => isMarked).map(([key]) => key)
				const inBrowser = new Set([...needs.values()].flatMap((keys) => [...keys]).concat(marked, keysOfRefusals()))
				const ofHosts = keysOfHosts(texts)
				const ofReactAria = createLocalizedStringDictionary(reactAriaPackagesIn(bundle))
				const ofServer: Record<string, unknown> = {}
				for (const language of languages) {
					const catalogue = await catalogueOf(language)
					const emit = (part: string, source: string) =>
						this.getFileName(this.emitFile({ type: 'asset', name: `${language}-${part}.js`, source }))
					const only = (isIn: (key: string) => boolean) =>
						Object.fromEntries(Object.entries(catalogue.translations).filter(([key]) => isIn(key)))
					const rest = emit('rest', laterOf(only((key) => inBrowser.has(key) && !ofHosts.has(key))))
					const host = emit('host', laterOf(only((key) => inBrowser.has(key) && ofHosts.has(key))))
					const startOfPage = new Map(
						starts.map(({ page, own, complete, shown }) => {
							const source = [
								getLocalizationScript(catalogue.locale, ofReactAria),
								firstOf(
									{ ...catalogue, translations: only((key) => shown.has(key)) },
									{ own, complete },
									{ rest, host },
								),
							]
							return [page, emit(['start', ...(page.match(/\w+/g) ?? [])].join('-'), source.join('\n'))]
						}),
					)
					const filesOf = (page: string): (string | undefined)[] =>
						startOfPage.has(page)
							? [startOfPage.get(page)]
							: [startOfPage.get(OTHER_PAGES), rest, ...(OF_HOSTS_PAGE.test(page) ? [host] : [])]
					ofServer[language] = {
						pages: Object.fromEntries(pages.map(([page]) => [page, filesOf(page)])),
					}
					this.emitFile({
						type: 'asset',
						fileName: `${CATALOGUES}/${language}.zst`,
						source: Bun.zstdCompressSync(JSON.stringify(catalogue), { level: 19 }),
					})
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

/** The texts of one file in all languages that are offered, for a program that bundles them. */
export async function cataloguesOf(file: string): Promise<Record<string, Catalogue>> {
	const keys = [...textsInSources().texts].filter(([, { files }]) => files.includes(file)).map(([key]) => key)
	const offered = offeredLanguages
		.filter((language) => language !== ENGLISH)
		.map(async ({ tag }) => {
			const catalogue = await catalogueOf(tag)
			const translations = Object.entries(catalogue.translations).filter(([key]) => keys.includes(key))
			return [tag, { ...catalogue, translations: Object.fromEntries(translations) }] as const
		})
	return Object.fromEntries(await Promise.all(offered))
}

const laterOf = (translations: Catalogue['translations']) =>
	`Object.assign(globalThis.backseatCatalogue.translations,${JSON.stringify(translations)})`

/**
 * The file that comes before the app: the texts of the screen, and a function that fetches all others before a script of which
 * it lacks some. It does not delay the screen's own script, which the router imports twice in one task. The other texts are
 * among the files that the page fetches when it is idle (src-ui/features/frame/fetch-next.ts), too.
 */
const firstOf = (
	catalogue: Catalogue,
	{ own, complete }: Pick<Start, 'own' | 'complete'>,
	{ rest, host }: { rest: string; host: string },
) =>
	`globalThis.backseatCatalogue=${JSON.stringify(catalogue)};
const complete=new Set(${JSON.stringify(complete.map(baseName))}),own=new Set(${JSON.stringify(own.map(baseName))}),
page=location.pathname,here=name=>new URL(name,import.meta.url).href;
globalThis.backseatTexts=script=>{
const name=script?.replace(/.*\\//,'');
if(complete.has(name))return;
if(location.pathname===page&&own.has(name)){setTimeout(()=>own.clear());return}
return Promise.all([import(here('${baseName(rest)}')),name?.startsWith('host-')&&import(here('${baseName(host)}'))])};
document.documentElement.dataset.next+=' '+new URL(here('${baseName(rest)}')).pathname`

const baseName = (file: string) => file.slice(file.lastIndexOf('/') + 1)

/** Finds the keys of all texts that given modules, with their static imports, may show once given scripts have run. */
function keysByModules(
	bundle: Rolldown.OutputBundle,
	texts: Texts,
	importsOf: (id: string) => readonly string[],
): (scripts: readonly string[], modules: readonly string[]) => ReadonlySet<string> {
	const chunks = chunksIn(bundle)
	const keys = [...texts.texts].map(([key, { text, files, atImportIn = [] }]) => ({ key, text, files, atImportIn }))
	for (const [key, files] of texts.pools) keys.push({ key, text: key, files, atImportIn: [] })
	// Tree shaking removes texts, and one file's texts may be in several scripts.
	const scriptsWith = new Map(
		keys.map(({ key, text }) => {
			const words = text.split(/[^\w ]/)
			return [
				key,
				chunks.filter(({ code }) => words.every((part) => code.includes(part))).map(({ fileName }) => fileName),
			]
		}),
	)
	return (fileNames, moduleIds) => {
		const scripts = reached(fileNames, (name) => {
			const file = bundle[name]
			return file?.type === 'chunk' ? file.imports : []
		})
		const shown = new Set(Array.from(reached(moduleIds, importsOf), sourceOf))
		// Running a script sets its constants, whether or not the screen uses them.
		const run = new Set(
			chunks.filter(({ fileName }) => scripts.has(fileName)).flatMap(({ moduleIds }) => moduleIds.map(sourceOf)),
		)
		const found = keys.filter(
			({ key, files, atImportIn }) =>
				(files.some((file) => shown.has(file)) || atImportIn.some((file) => run.has(file))) &&
				scriptsWith.get(key)?.some((name) => scripts.has(name)),
		)
		return new Set(found.map(({ key }) => key))
	}
}

/** The check of answers has copies of the contract's modules (scripts/page-chunks.ts), and shows none of their texts. */
const sourceOf = (id: string) => relative(projectFolder, id.replace(/\?(?!answers$).*$/, '')).replaceAll('\\', '/')

/** The transitive closure of `next`. */
function reached(from: readonly string[], next: (one: string) => readonly string[]): Set<string> {
	const found = new Set(from)
	for (const one of found) for (const other of next(one)) found.add(other)
	return found
}

const keysOfRefusals = (): string[] => [
	...Array.from(textsOfRefusals(), ({ text }) => text).filter((text) => !/[{#]/.test(text)),
	...Object.keys(REASONS).map(keyOfReason),
]

/** React Aria throws if the strings of one of its packages are missing. */
const reactAriaPackagesIn = (bundle: Rolldown.OutputBundle): string[] =>
	chunksIn(bundle).flatMap(({ code }) =>
		Array.from(code.matchAll(/["'`](@react-(?:aria|stately)\/\w+)["'`]/g), ([, name = '']) => name),
	)

const filesOfKeys = ({ texts, pools }: Texts): [key: string, files: string[]][] => [
	...Array.from(texts, ([key, { files }]): [string, string[]] => [key, files]),
	...pools,
]

/** Marked texts are the doctor's findings, unless other screens show them, too. */
const keysOfHosts = (texts: Texts): Set<string> =>
	new Set(
		filesOfKeys(texts).flatMap(([key, files]) => {
			const ofBrowser = files.filter((file) => /^(src-ui|contract|look)\//.test(file))
			const isShown = ofBrowser.length > 0 || texts.texts.get(key)?.isMarked
			return isShown && ofBrowser.every((file) => OF_HOSTS.test(file)) ? key : []
		}),
	)

function preloadsIn(bundle: Rolldown.OutputBundle): Record<string, string[]> {
	const asset = bundle['page-preloads.json']
	if (asset?.type !== 'asset') throw new Error('The list of scripts by page comes first (scripts/page-chunks.ts)')
	return JSON.parse(`${asset.source}`)
}

const chunksIn = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk')
