import { normalizePath, type Plugin, parseAst, type Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup & { test: RegExp }

/**
 * Chunks of the browser app: few, because each is a request and brotli compresses a larger file better. A chunk includes the
 * dependencies of its modules unless a chunk above it has them, so it imports only chunks above it.
 */
const files: Group[] = [
	// Includes home, which every member opens: home adds only 2 KB, and other screens share the rest of the chunk.
	{ name: 'every-page', test: /src-ui\/(main\.tsx$|routes\/home)/ },
	{
		name: 'tabs',
		test: /src-ui\/kit\/navigation\/tabs|\/(collections\/(?!Hidden)|selection|list|tabs)[^/]*\/.*\.mjs$|react-aria-components\/dist\/private\/(Tabs|Collection|DragAndDrop)\.mjs/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'lists',
		test: /src-ui\/kit\/(overlays\/(menu-sheet|tooltip-bubble)|forms\/suggest-field)|\/(menu|listbox|tree|combobox|tooltip|overlays\/(calculatePosition|useOverlayPosition|usePopover|useCloseOnScroll))[^/]*\/.*\.mjs$|react-aria-components\/dist\/private\/(Menu|ListBox|ComboBox|Popover|Tooltip|Header|Separator|OverlayArrow)\.mjs/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'controls',
		test: /src-ui\/kit\/(forms\/(?!radio-group|field-words)|overlays|feedback\/toast-region|avatar\/face-picker)|\/(focus\/(FocusScope|useHasTabbableChild)|dialog|overlays|form|textfield|radio|toast|landmark|visually-hidden|autocomplete)[^/]*(\/.*)?\.mjs$|\/utils\/(shadowdom\/ShadowTreeWalker|useViewportSize|runAfterKeyboard|useFormReset|useSlot)\.mjs$|react-aria-components\/dist\/private\/(Modal|Dialog|TextField|RadioGroup|Input|Form|TextArea|Group|Heading|Toast|SharedElementTransition|SelectionIndicator|Autocomplete|VisuallyHidden)\.mjs/,
		includeDependenciesRecursively: false,
	},
	// The share dialogs, and the style sheet they need.
	{
		name: 'sharing-more',
		test: /src-ui\/(kit\/sharing\/qr-code-dialog|features\/sent\/send-sheet|features\/drivers\/poster\/|routes\/poster)/,
		includeDependenciesRecursively: false,
	},
	// Includes the schemas of what can be sent: jokes, receipts and kinds of judges.
	{
		name: 'sharing',
		test: /src-ui\/(kit|platform)\/sharing\/|look\/qr-code|\/contract\/(praise|sent|glovebox|receipts|my-receipt|judging)|node_modules\/uqr|features\/(drivers\/get-rated|sent\/|stats\/phrases|instance\/(address-for-others|only-this))/,
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
	// Includes the settings of notifications and external sign-in, which few instances use.
	{
		name: 'settings',
		test: /src-ui\/(features\/(own-account\/|sign-in\/oidc\/(?!late-elsewhere)|news\/(?!late-push-offer|take-down))|routes\/(settings|email|unsubscribe|oidc)|kit\/forms\/(switch|select-field))|\/contract\/oidc/,
		includeDependenciesRecursively: false,
	},
	// React Aria's presses, the other parts of the kit that all screens but home share, and their API calls.
	{
		name: 'screens',
		test: /src-ui\/(kit\/|platform\/|service-worker\/|session\/|features\/(frame\/|sign-in\/session\/|instance\/no-host|news\/late-push-offer|home\/(notices|own-notices|install-line|passkey-line|answer-on-row|others-here)|ratings\/replies\/reply\.))|src-ui\/features\/.*\.(api|memory)\.ts$|\/contract\/|\/look\/(?!kind-marks)|node_modules\/(react-aria|react-stately|@internationalized|@tanstack|clsx)/,
		includeDependenciesRecursively: false,
	},
	// Code for ratings that wait for the network. It loads after the first screen, regardless of which one that is.
	{
		name: 'waiting',
		test: /ratings\/waiting\/(sending\/|waiting-ratings)|node_modules\/idb\//,
		includeDependenciesRecursively: false,
	},
	{
		name: 'rating',
		test: /src-ui\/(features\/ratings\/(rate|celebration|edit|verdict|my-verdicts|judging|rating|own-receipt|when-it-opens|replies\/new-replies|after-rating|send-rating|came-along\/(came-along-receipt|leave-behind)|waiting\/(waiting-(verdict|buttons|rating)|on-its-way-list))|routes\/(rating|verdicts))/,
		includeDependenciesRecursively: false,
	},
	// Shared with the profile, which has the same figures and stamp.
	{ name: 'card', test: /src-ui\/(routes\/infographic|features\/stats\/)/ },
	{
		name: 'sign-in',
		test: /src-ui\/features\/(?!sign-in\/auth-screen)/,
		minShareCount: 2,
	},
	{ name: 'ways-in', test: /src-ui\/routes\/(auth|claim|invite|reset)/ },
	{ name: 'live', test: /src-ui\/(after-start|features\/live\/)/ },
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
 * Rendered once on the first screen and seldom again: the React Compiler's memos would cost 4 KB there (decision 28) without a
 * measurable gain.
 */
export const seldomRendered =
	/src-ui\/(app|main|router)\.tsx|src-ui\/(routes|session|features\/(frame|home|sign-in\/session))\/|\/look\/[^/]+$|src-ui\/kit\/(button|wordmark|late-part|(avatar|navigation\/link|overlays\/(menu|tooltip)\.|page|theme|feedback\/(toast-viewport|notice|standing-complaint)|stars\/star-))/

const ENTRY = /src-ui\/main\.tsx$/
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
		generateBundle(_options, bundle) {
			const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
			const circle = circleAmong(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
			if (circle) this.error(`Scripts that import each other: ${circle.join(' → ')}. scripts/page-chunks.ts cuts them.`)
			const inEveryPage = new Set(
				chunks
					.filter(({ moduleIds }) => moduleIds.some((id) => ENTRY.test(id)))
					.flatMap((chunk) => withImports(chunk, bundle)),
			)
			const preloads: Record<string, string[]> = {}
			for (const chunk of chunks)
				for (const id of chunk.moduleIds) {
					const [, route] = SCREEN.exec(id) ?? []
					if (route) preloads[patternOf(route)] = withImports(chunk, bundle).filter((name) => !inEveryPage.has(name))
				}
			this.emitFile({ type: 'asset', fileName: 'page-preloads.json', source: JSON.stringify(preloads) })
		},
	}
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

/** Maps `auth.$ratingId` to '/auth/*', as in the list of pages (contract/pages.ts). */
const patternOf = (route: string) =>
	`/${route
		.replace(/(^|\.)index$/, '')
		.replaceAll('.', '/')
		.replaceAll(/\$\w+/g, '*')}`

type Node = {
	start: number
	end: number
	declaration?: {
		declarations?: { init?: { callee?: { name?: string }; arguments?: { properties?: Property[] }[] } }[]
	}
}
type Property = { start: number; end: number; key?: { name?: string } }

/** The browser reads only these properties of a call. Requests are checked by the server, and by forms with the same schemas by name. */
const READ_BY_BROWSER = new Set(['method', 'path', 'answers'])

/**
 * Removes everything else from every call of the contract; tree shaking then drops the documentation and the request schemas
 * that no form uses.
 */
export function callsAsBrowsersReadThem(): Plugin {
	return {
		name: 'backseat-calls-as-browsers-read-them',
		apply: 'build',
		enforce: 'pre',
		transform: {
			filter: { id: /\/contract\/[^?]*\.ts$/ },
			handler: (code) => ({ code: withoutUnread(code), map: null }),
		},
	}
}

function withoutUnread(code: string): string {
	const calls = (parseAst(code, { lang: 'ts' }).body as Node[])
		.flatMap(({ declaration }) => declaration?.declarations ?? [])
		.flatMap(({ init }) => (init?.callee?.name === 'call' ? (init.arguments?.[0]?.properties ?? []) : []))
	return calls
		.filter(({ key }) => key?.name && !READ_BY_BROWSER.has(key.name))
		.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end).replace(/^,/, ''), code)
}
