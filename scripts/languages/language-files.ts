import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { createLocalizedStringDictionary, getLocalizationScript } from 'react-aria-components/i18n'
import type { Plugin, Rolldown } from 'vite'
import { ENGLISH, LANGUAGES, offeredLanguages } from '#contract/languages.ts'
import { REASONS } from '#contract/reasons.ts'
import type { Catalogue } from '#contract/text.ts'
import { projectFolder } from '../run.ts'
import { catalogueFile, readCatalogue, translationsIn } from './catalogues.ts'
import { keyOfReason, sentencesByReason, textsOfRefusals } from './refusals.ts'
import { type Texts, textsInSources } from './texts.ts'

/**
 * Home, and the screens to which links lead: their texts are a file of their own. Members come to all others from these, which
 * fetch the rest when they are idle.
 */
const FIRST_SCREENS = /^\/(home|rating|auth|claim|infographic|invite|reset|poster|trip)(\/|$)/
const OF_HOSTS_PAGE = /^\/host(\/|$)/
const OF_HOSTS = /^src-ui\/(features|routes)\/host|^contract\/host\//

/** For the server, which never serves them: the files of each language by page, and all its translations (src-server/catalogues.ts). */
const LANGUAGE_FILES = 'language-files.json'
const CATALOGUES = 'catalogues'
const OTHER_PAGES = ''

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
						'const texts = globalThis.backseatTexts?.(deps ?? []); return (texts ? texts.then(baseModule) : baseModule())',
					),
					map: null,
				}
			},
		},
		generateBundle: {
			order: 'post',
			async handler(_options, bundle) {
				const texts = textsInSources()
				const app = scriptsOfApp(bundle)
				const refusals = new Set(keysOfRefusals())
				// After an answer of the server all texts are loaded first (src-ui/platform/api-client.ts).
				const saysRefusals = this.getModuleInfo(join(projectFolder, 'contract/sentences.ts'))?.importers ?? []
				const pages = Object.entries(preloadsIn(bundle))
				const firstScreens = new Map([[OTHER_PAGES, []], ...pages.filter(([page]) => FIRST_SCREENS.test(page))])
				const starts = Array.from(firstScreens, ([page, scripts]) => {
					const first = new Set([...app, ...scripts])
					const showsRefusals = chunksIn(bundle).some(
						({ fileName, moduleIds }) => first.has(fileName) && moduleIds.some((id) => saysRefusals.includes(id)),
					)
					const shown = keysShownBy(bundle, texts, first)
					return { page, first, shown: showsRefusals ? shown.union(refusals) : shown }
				})
				const inBrowser = keysShownBy(bundle, texts).union(refusals)
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
					const startOf = new Map(
						starts.map(({ page, first, shown }) => {
							const source = [
								getLocalizationScript(catalogue.locale, ofReactAria),
								firstOf({ ...catalogue, translations: only((key) => shown.has(key)) }, first, { rest, host }),
							]
							return [page, emit(page.match(/\w+/g)?.join('-') ?? 'start', source.join('\n'))]
						}),
					)
					const filesOf = (page: string): (string | undefined)[] =>
						startOf.has(page)
							? [startOf.get(page)]
							: [startOf.get(OTHER_PAGES), rest, ...(OF_HOSTS_PAGE.test(page) ? [host] : [])]
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
 * The file that comes before the app: the texts of the page's scripts, and a function that fetches all others before a script
 * that needs them. Those are among the files that the page fetches when it is idle (src-ui/features/frame/fetch-next.ts), too.
 */
const firstOf = (catalogue: Catalogue, first: ReadonlySet<string>, { rest, host }: { rest: string; host: string }) =>
	`globalThis.backseatCatalogue=${JSON.stringify(catalogue)};
const first=new Set(${JSON.stringify([...first].map(baseName))}),here=name=>new URL(name,import.meta.url).href;
globalThis.backseatTexts=scripts=>{
const late=scripts?.map(script=>script.replace(/.*\\//,'')).filter(name=>!first.has(name)&&name.endsWith('.js'))??[''];
if(late.length)return Promise.all([import(here('${baseName(rest)}')),late.some(name=>name.startsWith('host-'))&&import(here('${baseName(host)}'))])};
document.documentElement.dataset.next+=' '+new URL(here('${baseName(rest)}')).pathname`

const baseName = (file: string) => file.slice(file.lastIndexOf('/') + 1)

/** Keys of the texts that these scripts show; all of the browser's without a list. */
function keysShownBy(
	bundle: Rolldown.OutputBundle,
	{ texts, pools }: Texts,
	scripts?: ReadonlySet<string>,
): Set<string> {
	const files = new Set<string>()
	let code = ''
	for (const chunk of chunksIn(bundle))
		if (!scripts || scripts.has(chunk.fileName)) {
			code += chunk.code
			for (const id of chunk.moduleIds)
				files.add(relative(projectFolder, id.replace(/\?.*$/, '')).replaceAll('\\', '/'))
		}
	// A file may show a text in a part that another script has.
	const isIn = (text: string) => text.split(/[^\w ]/).every((words) => code.includes(words))
	const textOf = (key: string) => texts.get(key)?.text ?? key
	const keys = new Set<string>()
	for (const [key, shownBy] of filesOfKeys({ texts, pools }))
		if (shownBy.some((file) => files.has(file)) && isIn(textOf(key))) keys.add(key)
	if (!scripts) for (const [key, { isMarked }] of texts) if (isMarked) keys.add(key)
	return keys
}

const keysOfRefusals = (): string[] => [
	...Array.from(textsOfRefusals(), ({ text }) => text).filter((text) => !/[{#]/.test(text)),
	...Object.keys(REASONS).map(keyOfReason),
]

/** Packages of React Aria with words of their own. It throws where it misses one of them. */
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

/** Scripts that every page loads. */
function scriptsOfApp(bundle: Rolldown.OutputBundle): ReadonlySet<string> {
	const names = new Set<string>()
	for (const chunk of chunksIn(bundle))
		if (chunk.moduleIds.some((id) => /src-ui\/main\.tsx$/.test(id))) addImports(chunk, bundle, names)
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
