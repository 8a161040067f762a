import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup

/**
 * The scripts of the browser app: few, as each is a request and brotli sees further in a larger one. A file takes what its
 * modules need along, unless one above it has that already; so it only ever needs files above it.
 */
const files: Group[] = [
	// What home shares with other screens is with what every page needs: they should not load home for it.
	{
		name: 'every-page',
		test: /src-ui\/(main\.tsx$|kit\/(feedback\/(empty-state|skeleton)|stars\/star-(value|shape))|platform\/(page-title|underway|guest)|features\/(.*(\.keys|driver-name|use-account-first)|drivers\/drivers\.api)\.tsx?$)|contract\/drivers|react-query\/.*\/use(Query|Mutation)\.js$/,
	},
	{ name: 'home', test: /src-ui\/routes\/(index|home)/ },
	// React Aria's menus, tabs, suggestions and tooltips, which no form needs.
	{
		name: 'lists',
		test: /src-ui\/kit\/(overlays\/(menu-sheet|tooltip-bubble)|navigation\/tabs|forms\/suggest-field)|\/(collections\/(?!Hidden)|selection|menu|listbox|list|tree|combobox|tabs|tooltip|overlays\/(calculatePosition|useOverlayPosition|usePopover|useCloseOnScroll))[^/]*\/.*\.mjs$|react-aria-components\/dist\/private\/(Menu|ListBox|ComboBox|Tabs|Collection|Popover|Tooltip|Header|Separator|DragAndDrop|OverlayArrow)\.mjs/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'controls',
		test: /src-ui\/(kit|platform)\/|\/look\/|node_modules\/(react-aria|react-stately|@internationalized|clsx|uqr)/,
		includeDependenciesRecursively: false,
	},
	{
		name: 'shared',
		test: /src-ui\/features\/(?!accounts\/auth\/auth-screen)|src-server\/contract\/|query-core/,
		minShareCount: 2,
	},
	{ name: 'rating', test: /src-ui\/routes\/(rating|verdicts)/ },
	{ name: 'card', test: /src-ui\/routes\/infographic/ },
	{ name: 'auth', test: /src-ui\/routes\/auth/ },
	{ name: 'links', test: /src-ui\/routes\/(claim|invite|reset)/ },
	{ name: 'profile', test: /src-ui\/(routes|features)\// },
]

export const pageChunks: Group[] = files.map((file, place) => ({ ...file, priority: files.length - place }))
