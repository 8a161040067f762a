import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { normalizePath, type Plugin, parseAst, type Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup & { test: RegExp }

/**
 * Chunks of the browser app: few, because each is a request and brotli compresses a larger file better. A chunk includes the
 * dependencies of its modules unless a chunk above it has them, so it imports only chunks above it.
 */
const files: Group[] = [
	{
		name: 'answers',
		test: /\?answers$|platform\/answer-checks/,
		includeDependenciesRecursively: false,
	},
	// Home is the only screen without these.
	{
		name: 'schemas',
		test: /node_modules\/valibot|\/contract\/(field-messages|ids|public-user|stickers)\.ts$/,
		includeDependenciesRecursively: false,
	},
	// Includes home, which every member opens: home adds only 2 KB, and other screens share the rest of the chunk.
	{ name: 'every-page', test: /src-ui\/(main\.tsx$|routes\/home)/ },
	// React Aria's presses and focus, which every screen but home needs.
	{
		name: 'press',
		test: /src-ui\/kit\/(pending-button|forms\/(radio-group|field-words|choice))|contract\/first-words\/account-form|react-aria-components\/dist\/private\/(utils|Autocomplete|SelectionIndicator|SharedElementTransition|Group|Text|FieldError)\.mjs/,
	},
	{
		name: 'aria',
		test: /(react-aria|react-stately)\/dist\/private\/(utils|interactions|focus|i18n|intl|live-announcer|visually-hidden|form)\/|@internationalized/,
		includeDependenciesRecursively: false,
	},
	{ name: 'fields', test: /src-ui\/kit\/(forms\/text-field|avatar\/face-picker)/ },
	{ name: 'tabs', test: /src-ui\/kit\/navigation\/tabs/, includeDependenciesRecursively: false },
	{
		name: 'dialogs',
		test: /src-ui\/kit\/(overlays\/(dialog-window|close-watcher)|feedback\/toast-region)|private\/(dialog|overlays\/(?!calculatePosition|useOverlayPosition|usePopover)|toast|landmark)|react-aria-components\/dist\/private\/(Modal|Dialog|Toast|Heading)\.mjs/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'lists',
		test: /src-ui\/kit\/(overlays\/(menu-sheet|tooltip-bubble)|forms\/(suggest-field|search-field|switch|option-cards))|private\/(collections|selection|list|menu|listbox|tree|combobox|tooltip|overlays\/(calculatePosition|useOverlayPosition|usePopover)|utils\/(keyboard|scrollIntoView))|react-aria-components\/dist\/private\/(Collection|DragAndDrop|Menu|ListBox|ComboBox|Popover|Tooltip|Header|Separator|OverlayArrow)\.mjs/,
		includeDependenciesRecursively: false,
	},
	// Visitors load it on every page, after the screen.
	{
		name: 'switches',
		test: /src-ui\/(features\/language\/(switches|ask-first)|kit\/overlays\/(dialog\.|more-menu))/,
		includeDependenciesRecursively: false,
	},
	// Shared by the screens of a driver and all others.
	{
		name: 'shared',
		test: /src-ui\/(kit\/(?!.*(disclosure|plate-pencil|paged))(overlays\/(late-dialog|dialog\.|more-menu)|page|feedback|stars|navigation|theme|[^/]*$)|platform\/(?!sharing)|session\/|features\/(sign-in\/session\/users|instance\/instance\.api|ratings\/ratings\.api|trips\/trips\.memory|instance\/no-host))|\/look\/(?!kind-marks|award|qr)|\/contract\/(trips|sentences)|node_modules\/@tanstack/,
	},
	{
		name: 'after-start',
		test: /src-ui\/(after-start|features\/(language\/page-language|frame\/fetch-next|home\/(next-own-notice|install-offer)))/,
	},
	{ name: 'live', test: /src-ui\/features\/live\// },
	{
		name: 'rating',
		test: /src-ui\/(features\/ratings\/(rate\/(?!who-sees-this-sheet|rated-lately)|rating|send-rating|after-rating)|routes\/rating)/,
	},
	// The receipt of a verdict, also of one that waits for the network.
	{
		name: 'verdict',
		test: /src-ui\/features\/ratings\/(verdict|edit|replies\/reply\.|waiting\/(waiting-(verdict|buttons)|on-its-way-list))/,
	},
	// Code for ratings that wait for the network.
	{ name: 'waiting', test: /ratings\/waiting\/(sending\/|waiting-ratings)|node_modules\/idb\// },
	{
		name: 'sharing',
		test: /src-ui\/((kit|platform)\/sharing\/(?!qr-code)|features\/(drivers\/(get-rated\.|rating-link)|instance\/(address-for-others|only-this)))/,
	},
	// Receipts and kinds of judges: every screen with a send button needs them.
	{
		name: 'sendable',
		test: /\/contract\/(sent|glovebox|receipts|judging|stats|pictures|praise)|src-ui\/features\/((stats|sent|glovebox|receipts)\/.*\.(api|memory)\.ts$|sent\/(addressees|card-to-send|send-at-once|send-button))/,
	},
	// API calls of sign-up, log-in, passkeys, claims and invitations.
	{
		name: 'entrance',
		test: /src-ui\/features\/((sign-in|claims|invites|instance)\/.*\.(api|memory)\.ts$|instance\/no-host)|\/contract\/(sign-in|passkeys|claims|invites|username)/,
	},
	// API calls, the parts of home that come late, and what the other screens share.
	{
		name: 'screens',
		test: /src-ui\/(kit\/(?!envelope\/|sharing\/)|features\/(frame\/|sign-in\/session\/|news\/late-push-offer|home\/(notices|own-notices|install-line|passkey-line|answer-on-row|others-here)))|src-ui\/features\/(?!host|trips).*\.(api|memory)\.ts$|\/contract\/(?!host|first-words|my-receipt)/,
	},
	// With the jokes.
	{
		name: 'celebration',
		test: /src-ui\/features\/ratings\/(celebration|own-receipt|when-it-opens|rate\/)|\/contract\/my-receipt/,
	},
	// Loaded when another language than the page's is chosen for a poster.
	{ name: 'poster-texts', test: /src-ui\/features\/drivers\/poster\/poster-texts/ },
	// The share dialogs, and the style sheet they need.
	{
		name: 'sharing-more',
		test: /look\/qr-code|node_modules\/uqr|src-ui\/(kit\/sharing\/qr-code|features\/drivers\/get-rated-sheet|features\/sent\/send-sheet|features\/drivers\/poster\/|routes\/poster)/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'host',
		test: /src-ui\/((features|routes)\/host|features\/home\/you-have-the-wheel)|\/contract\/host\//,
		includeDependenciesRecursively: false,
	},
	{
		name: 'envelopes',
		test: /src-ui\/(kit\/envelope\/|routes\/trip|features\/(trips\/(?!trips\.memory)|claims\/reveal\/(reveal-screen|reveal\.css)))/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'receipts',
		test: /src-ui\/(features|routes)\/(receipts|wrapped|glovebox)|look\/award-marks/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'tokens',
		test: /src-ui\/features\/own-account\/tokens\/access-tokens\.tsx/,
		includeDependenciesRecursively: false,
	},
	// Includes the settings of notifications and external sign-in, which few instances use.
	{
		name: 'settings',
		test: /src-ui\/(features\/(own-account\/|sign-in\/oidc\/(?!late-elsewhere)|news\/(?!late-push-offer|take-down))|routes\/(settings|email|unsubscribe|oidc)|kit\/forms\/switch)|\/contract\/oidc/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'verdicts',
		test: /src-ui\/(features\/ratings\/(my-verdicts|judging|replies\/new-replies|came-along\/(came-along-receipt|leave-behind))|routes\/verdicts)/,
	},
	// Shared with the profile, which has the same figures and stamp.
	{
		name: 'card',
		test: /src-ui\/(routes\/infographic|features\/stats\/)|contract\/first-words\/(card|unrated-jokes)/,
	},
	{
		name: 'proofs',
		test: /src-ui\/features\/sign-in\/passkeys\/(credentials|proof-field)/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'sign-in-dialogs',
		test: /src-ui\/features\/sign-in\/(log-in-dialog|password-resets\/forgot-password-dialog|sign-up\/recreate)/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'sign-in',
		test: /src-ui\/features\/(?!sign-in\/auth-screen)/,
		minShareCount: 2,
	},
	{ name: 'claim', test: /src-ui\/(routes\/claim|features\/claims\/claim\/)|contract\/first-words\/claim/ },
	{ name: 'auth', test: /src-ui\/routes\/auth/ },
	{ name: 'ways-in', test: /src-ui\/routes\/(invite|reset)/ },
	{ name: 'profile', test: /src-ui\/(routes|features)\// },
]

/** Matches paths below the checkout: a parent folder called 'trees' or 'forms' must not affect the chunks. */
export function pageChunksIn(checkout: string): Rolldown.CodeSplittingGroup[] {
	const root = normalizePath(checkout)
	return files.map(({ test, ...file }, index) => ({
		...file,
		test: (id: string) => test.test(id.startsWith(root) ? id.slice(root.length) : id),
		priority: files.length - index,
	}))
}

/**
 * Finds chunks that import each other, directly or not. Their execution order depends on arrival, so a class may be
 * undefined in one browser and defined in another.
 */
export function circleAmong(imports: ReadonlyMap<string, readonly string[]>): string[] | null {
	const isWithout = new Set<string>()
	function circleFrom(name: string, path: string[]): string[] | null {
		if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
		if (isWithout.has(name)) return null
		for (const next of imports.get(name) ?? []) {
			const circle = circleFrom(next, [...path, name])
			if (circle) return circle
		}
		isWithout.add(name)
		return null
	}
	for (const name of imports.keys()) {
		const circle = circleFrom(name, [])
		if (circle) return circle
	}
	return null
}

/**
 * The search of a page is part of its route, and every page has the list of routes. The check of answers, which is in no
 * screen, covers those for hosts (`?answers`).
 */
const OF_HOSTS =
	/src-ui\/(features\/host\/(?!people\/people-search)|routes\/host[^?]*\?tsr-split)|\/contract\/host\/[^?]+$/

/** Modules of the host's page outside its own chunk. A static import moves a module into the chunk that imports it. */
export const straysAmong = (chunks: readonly Pick<Rolldown.OutputChunk, 'name' | 'moduleIds'>[]): string[] =>
	chunks
		.filter(({ name }) => name !== 'host')
		.flatMap(({ name, moduleIds }) => moduleIds.filter((id) => OF_HOSTS.test(id)).map((id) => `${id} in ${name}`))

/**
 * Rendered once on the first screen and seldom again: the React Compiler's memos would cost 4 KB there (decision 28) without a
 * measurable gain.
 */
export const seldomRendered =
	/src-ui\/(app|main|router)\.tsx|src-ui\/(routes|session|features\/(frame|home|sign-in\/session))\/|\/look\/[^/]+$|src-ui\/kit\/(button|wordmark|late-part|(avatar|navigation\/link|overlays\/(menu|tooltip)\.|page|theme|feedback\/(toast-viewport|notice|standing-complaint)|stars\/star-))/

const ENTRY = /src-ui\/main\.tsx$/
/** Modules whose files the page fetches when it is idle (src-ui/features/frame/fetch-next.ts). */
const NEXT =
	/src-ui\/(routes\/rating\.\$id\.tsx\?tsr-split=|features\/ratings\/waiting\/waiting-(ratings|verdict)\.tsx?$)/
const NEXT_OF_MEMBERS = /src-ui\/(routes\/profile\.\$id\.tsx\?tsr-split=|features\/home\/notices\.tsx$)/
const SCREEN = /src-ui\/routes\/([^/]+)\.tsx\?tsr-split=/

/**
 * Lists the scripts that each page needs besides those in index.html. The server names them in the page
 * (src-server/http/files/ui-files.ts), so that the browser requests all at once. Excludes fonts: they would compete for
 * bandwidth, and the list of drivers came a fifth later (decision 28).
 */
export function pagePreloads(): Plugin {
	return {
		name: 'backseat-page-preloads',
		apply: 'build',
		transformIndexHtml: {
			order: 'post',
			handler: (html, { bundle = {} }) => {
				const next = filesOf(NEXT, bundle).filter((file) => !html.includes(file))
				const ofMembers = filesOf(NEXT_OF_MEMBERS, bundle).filter(
					(file) => !html.includes(file) && !next.includes(file),
				)
				const named = (files: string[]) => files.map((file) => `./${file}`).join(' ')
				return html.replace('<html ', `<html data-next="${named(next)}" data-next-of-members="${named(ofMembers)}" `)
			},
		},
		generateBundle(_options, bundle) {
			const chunks = chunksIn(bundle)
			const circle = circleAmong(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
			const strays = straysAmong(chunks)
			if (strays.length > 0) this.error(`Parts of the host's page that others load, too: ${strays.join(', ')}`)
			if (circle) this.error(`Scripts that import each other: ${circle.join(' → ')}. scripts/page-chunks.ts cuts them.`)
			const inEveryPage = new Set(
				chunks
					.filter(({ moduleIds }) => moduleIds.some((id) => ENTRY.test(id)))
					.flatMap((chunk) => withImports(chunk, bundle)),
			)
			const preloads: Record<string, string[]> = {}
			for (const chunk of chunks)
				for (const id of chunk.moduleIds) {
					const page = pageOfModule(id)
					if (page) preloads[page] = withImports(chunk, bundle).filter((name) => !inEveryPage.has(name))
				}
			this.emitFile({ type: 'asset', fileName: 'page-preloads.json', source: JSON.stringify(preloads) })
		},
	}
}

const chunksIn = (bundle: Rolldown.OutputBundle) => Object.values(bundle).filter((file) => file.type === 'chunk')

/** Scripts and style sheets that a module needs, in the order in which they load. */
function filesOf(module: RegExp, bundle: Rolldown.OutputBundle): string[] {
	const found = new Set<string>()
	for (const chunk of chunksIn(bundle))
		if (chunk.moduleIds.some((id) => module.test(id))) withImports(chunk, bundle, found)
	const sheets = [...found].flatMap((name) => {
		const file = bundle[name]
		return file?.type === 'chunk' ? [...(file.viteMetadata?.importedCss ?? [])] : []
	})
	return [...found, ...sheets]
}

function withImports(
	{ fileName, imports }: Rolldown.OutputChunk,
	bundle: Rolldown.OutputBundle,
	found = new Set<string>(),
): string[] {
	found.add(fileName)
	for (const name of imports) {
		const file = bundle[name]
		if (file?.type === 'chunk' && !found.has(name)) withImports(file, bundle, found)
	}
	return [...found]
}

/** The page whose screen a module is. */
export function pageOfModule(id: string): string | undefined {
	const [, route] = SCREEN.exec(id) ?? []
	return route && patternOf(route)
}

/** Maps `auth.$ratingId` to '/auth/*', as in the list of pages (contract/pages.ts). */
const patternOf = (route: string) =>
	`/${route
		.replace(/(^|\.)index$/, '')
		.replaceAll('.', '/')
		.replaceAll(/\$\w+/g, '*')}`

type Declaration = {
	id?: { name?: string }
	init?: { callee?: { name?: string }; arguments?: { properties?: Property[] }[] }
}
type Node = { source?: { value?: string }; declaration?: { declarations?: Declaration[] } }
type Property = { start: number; end: number; key?: { name?: string } }

/** Requests are checked by the server, and by forms with the same schemas by name. */
const READ_BY_PAGES = new Set(['method', 'path'])
const READ_BY_CHECKS = new Set(['method', 'path', 'answers'])

/** The contract once more, as the checks of answers read it (src-ui/platform/answer-checks.ts). */
const FOR_CHECKS = '?answers'
/** Rolldown overlooks valibot's own marks in `v.object(…)`, and would keep schemas that nothing uses. */
const SCHEMA = /\bv\.(?!setGlobalMessage)\w+\(/g
const CONTRACT = /\/contract\/[^?]*\.ts(\?answers)?$/

/**
 * Removes from every call of the contract what the browser does not read; tree shaking then drops the documentation and the
 * request schemas that no form uses. Answers are in a copy of the contract's modules, so that they load with their check:
 * a chunk cannot hold half a module.
 */
export function callsAsBrowsersReadThem(): Plugin {
	return {
		name: 'backseat-calls-as-browsers-read-them',
		apply: 'build',
		enforce: 'pre',
		async resolveId(source, importer = '') {
			if (!importer.endsWith(FOR_CHECKS) && !importer.endsWith('/platform/answer-checks.ts')) return null
			// Every page has it.
			if (source.endsWith('/text.ts')) return null
			const found = await this.resolve(source, importer, { skipSelf: true })
			return found && CONTRACT.test(found.id) ? { ...found, id: found.id.replace(/\?.*|$/, FOR_CHECKS) } : found
		},
		transform: {
			filter: { id: CONTRACT },
			handler: (code, id) => {
				if (id.endsWith(`/every-call.ts${FOR_CHECKS}`)) return { code: namedCalls(code, dirname(id)), map: null }
				const read = withOnly(id.endsWith(FOR_CHECKS) ? READ_BY_CHECKS : READ_BY_PAGES, code)
				return { code: read.replaceAll(SCHEMA, '/* @__PURE__ */ $&'), map: null }
			},
		},
	}
}

const callsIn = (code: string): Declaration[] =>
	(parseAst(code, { lang: 'ts' }).body as Node[])
		.flatMap(({ declaration }) => declaration?.declarations ?? [])
		.filter(({ init }) => init?.callee?.name === 'call')

const withOnly = (read: ReadonlySet<string>, code: string): string =>
	callsIn(code)
		.flatMap(({ init }) => init?.arguments?.[0]?.properties ?? [])
		.filter(({ key }) => key?.name && !read.has(key.name))
		.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^,/, ''), code)

/** every-call.ts with its calls imported by name: whole modules as values would keep the schemas of requests. */
function namedCalls(code: string, folder: string): string {
	const paths = (parseAst(code, { lang: 'ts' }).body as Node[]).flatMap(({ source }) => source?.value ?? [])
	const imports = paths.map((path) => ({
		path,
		names: callsIn(readFileSync(join(folder, path), 'utf8')).flatMap(({ id }) => id?.name ?? []),
	}))
	return [
		...imports.map(({ path, names }) => `import { ${names.join(', ')} } from '${path}'`),
		`export const everyCall = [${imports.flatMap(({ names }) => names)}].map((call) => ({ call }))`,
	].join('\n')
}
