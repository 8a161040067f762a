// Import rules, checked by `bun run check`. scripts/checks/boundaries.test.ts plants a violation of each rule.
// Layers: contract ← db ← queries ← service ← app, and contract ← src-ui.

/**
 * The folders of each layer, lowest first. A folder may import those on earlier lines, but none on its own line or
 * later ones. `toAll` may be imported by every folder of the layer.
 */
const uiFeatures = {
	order: [
		['analytics', 'instance', 'language'],
		['sign-in'],
		['drivers'],
		['sent'],
		['stats'],
		['ratings', 'news'],
		['claims', 'trips', 'receipts', 'host', 'live'],
		['invites', 'own-account', 'glovebox'],
		['home', 'profile'],
		['frame'],
	],
	// A feature's browser storage tells other features if it has anything to show.
	toAll: ['[^/]+/[^/]+\\.memory\\.ts'],
}
const serverFeatures = {
	order: [
		['accounts', 'live', 'analytics'],
		['stats', 'journal', 'instance'],
		['ratings', 'drivers', 'invites', 'news'],
		['pictures', 'claims', 'password-resets'],
		['trips', 'receipts', 'own-account'],
		['previews', 'host'],
		['sent', 'glovebox'],
	],
	// Seats follow a guest's ratings to each new cookie, and to the member at log-in.
	toAll: ['trips/(opening-trips|trips\\.queries)\\.ts'],
}
const serverOperations = {
	order: [['backups', 'mail', 'push', 'pictures', 'export', 'service-unit'], ['doctor', 'metrics'], ['alerts']],
	// The doctor checks when the last alert arrived, and the alerts report the doctor's findings.
	toAll: ['alerts/due-alerts\\.ts'],
}

/** Creates one rule per line of `order`. `folder` is a regular expression that ends with a slash. */
function layered(name, folder, { order, toAll }) {
	return order.map((peers, level) => ({
		name,
		comment:
			'A feature is understood without its neighbours and without what stands on it. What two of them share moves below both.',
		severity: 'error',
		from: { path: `${folder}(${peers.join('|')})/`, pathNot: '\\.test\\.tsx?$|/testing/' },
		to: {
			path: `${folder}(${order.slice(level).flat().join('|')})/`,
			pathNot: [`${folder}$1/`, ...toAll.map((file) => folder + file)],
		},
	}))
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'contract-is-valibot-only',
			comment: 'The server and the browser app both import the contract, so it imports nothing but itself and valibot.',
			severity: 'error',
			from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
			to: { pathNot: ['^contract/', '^node_modules/valibot/'] },
		},
		{
			name: 'db-knows-contract-at-most',
			comment: 'The data file is the lowest layer: it knows the contract and nothing above it.',
			severity: 'error',
			from: { path: '^db/' },
			to: { path: '^(src-|look/|e2e/|scripts/)' },
		},
		{
			name: 'only-queries-touch-tables',
			comment: 'Every query of the data is in a *.queries.ts file.',
			severity: 'error',
			from: { pathNot: ['^db/', '\\.queries\\.ts$', '^src-server/testing/', '\\.test\\.ts$'] },
			to: { path: '^db/schema\\.ts$' },
		},
		{
			name: 'queries-are-made-once',
			comment: 'queries.ts makes them all when the data file is opened; everybody else is given them in the context.',
			severity: 'error',
			from: { pathNot: ['^src-server/queries\\.ts$', '\\.test\\.ts$'] },
			to: {
				path: '\\.queries\\.ts$',
				// These two open database files other than the live one.
				pathNot: '(doctor|backups)\\.queries\\.ts$',
				dependencyTypesNot: ['type-only'],
			},
		},
		{
			name: 'services-apart',
			comment:
				'What two services need is a query or a function in a file of its own, or app.ts hands one to the other.',
			severity: 'error',
			from: { path: '^src-server/(features|operations)/([^/]+)/', pathNot: '\\.test\\.ts$' },
			to: { path: '\\.service\\.ts$', pathNot: '^src-server/$1/$2/' },
		},
		{
			name: 'queries-know-no-service',
			comment: 'queries ← service, never the other way.',
			severity: 'error',
			from: { path: '\\.queries\\.ts$' },
			to: { path: '\\.service\\.ts$' },
		},
		{
			name: 'services-know-no-http',
			comment:
				'Rules of the product hold without HTTP: a handler is given no request, and a service throws Refusal, which the pipeline turns into an answer.',
			severity: 'error',
			from: { path: '\\.(service|queries)\\.ts$' },
			to: {
				path: [
					'^node_modules/elysia/',
					'^src-server/(app|main|cli)\\.ts$',
					'^src-server/http/(answer|request-gates|calls/mount-routes)\\.ts$',
				],
			},
		},
		{
			name: 'services-ask-queries',
			comment: 'A service builds no SQL itself.',
			severity: 'error',
			from: { path: '\\.service\\.ts$' },
			to: { path: '^node_modules/drizzle-orm/' },
		},
		{
			name: 'http-and-process-know-no-feature',
			comment: 'Cookies, limits, headers, locks, settings and requests that leave are the same for any product.',
			severity: 'error',
			from: { path: '^src-server/(http|process|settings|outbound)/', pathNot: '\\.test\\.ts$' },
			to: { path: '^src-server/(features|operations|commands)/|^src-server/(app|main|cli|context|queries)\\.ts' },
		},
		{
			name: 'commands-at-the-edge',
			comment: 'A command translates between a terminal and the services; nothing imports it.',
			severity: 'error',
			from: { path: '^src-server/', pathNot: '^src-server/(commands/|cli\\.(test\\.)?ts$)' },
			to: { path: '^src-server/commands/' },
		},
		{
			name: 'commands-ask-services',
			comment: 'A command queries no data itself.',
			severity: 'error',
			from: { path: '^src-server/commands/', pathNot: '\\.test\\.ts$' },
			to: { path: ['\\.queries\\.ts$', '^node_modules/(drizzle-orm|elysia)/'] },
		},
		...layered('server-features-in-order', '^src-server/features/', serverFeatures),
		...layered('operations-in-order', '^src-server/operations/', serverOperations),
		{
			name: 'ui-knows-contract-only',
			comment: 'The browser app knows the server only by the contract.',
			severity: 'error',
			from: { path: '^src-ui/' },
			to: { path: '^(src-server|db|scripts|e2e|src-electron)/' },
		},
		{
			name: 'every-call-stays-on-the-server',
			comment: 'It would put every schema of the API into the first screen; the checks of answers load later.',
			severity: 'error',
			from: { path: '^src-(ui|electron)/', pathNot: '^src-ui/platform/answer-checks\\.ts' },
			to: { path: '^contract/every-call\\.ts' },
		},
		{
			name: 'reasons-stay-on-the-server',
			comment: 'A browser shows the message that came with a refusal, so it need not load all of them.',
			severity: 'error',
			from: { path: '^(src-(ui|electron)|contract)/', pathNot: '\\.test\\.tsx?$' },
			to: { path: '^contract/reasons\\.ts', dependencyTypesNot: ['type-only'] },
		},
		{
			name: 'kit-knows-no-driver',
			comment:
				'kit is controls, platform is the API client and storage, session is who is signed in; all features stand on them.',
			severity: 'error',
			from: { path: '^src-ui/(kit|platform|session)/', pathNot: '\\.test\\.tsx?$' },
			to: { path: '^src-ui/(features|routes)/|^src-ui/(app|router|main|routeTree\\.gen)\\.' },
		},
		...layered('ui-features-in-order', '^src-ui/features/', uiFeatures),
		{
			name: 'server-knows-no-ui',
			comment:
				'The server serves the files of the browser app and does not import them. Its pictures wear the same look, and its first words measure with it.',
			severity: 'error',
			from: { path: '^src-server/', pathNot: '^src-server/operations/pictures/drawing/' },
			to: { path: '^(src-ui|src-electron|scripts|e2e)/|^look/.*\\.tsx$' },
		},
		{
			name: 'pictures-wear-the-look',
			comment: 'Of the browser app the drawing of pictures takes what look/ has, and nothing else.',
			severity: 'error',
			from: { path: '^src-server/operations/pictures/drawing/' },
			to: { path: '^(src-ui|src-electron|scripts|e2e)/' },
		},
		{
			name: 'drawing-stays-in-its-process',
			comment: 'What draws is large: a server starts a process of its own for it, and loads nothing of it.',
			severity: 'error',
			from: {
				path: '^src-server/',
				pathNot:
					'^src-server/(operations/pictures/drawing/|commands/machine/child-process-commands\\.ts)|\\.test\\.tsx?$',
			},
			to: { path: '^src-server/operations/pictures/drawing/' },
		},
		{
			name: 'look-knows-neither-app',
			comment: 'The browser app and the desktop pages both use it.',
			severity: 'error',
			from: { path: '^look/' },
			to: { path: '^(contract/|src-|db/|scripts/|e2e/)' },
		},
		{
			name: 'desktop-knows-a-binary',
			comment:
				'The desktop shell starts the binary and shows an address. What both must call the same is in the contract: the pages, how the server ends, and the languages.',
			severity: 'error',
			from: { path: '^src-electron/' },
			to: {
				path: '^(contract|src-server|src-ui|db|scripts|e2e)/',
				pathNot: '^contract/(languages|pages|start-problems|text)\\.ts$',
			},
		},
		{
			name: 'electron-at-the-edge',
			comment: "All logic runs, and is tested, without Electron's binary.",
			severity: 'error',
			from: { path: '^src-electron/', pathNot: '^src-electron/(main|preload)\\.ts$|^src-electron/electron/' },
			to: { path: '^node_modules/(electron|electron-updater)/' },
		},
		{
			name: 'desktop-runs-in-node',
			comment: 'Electron has Node and no Bun. Tests are run by Bun.',
			severity: 'error',
			from: { path: '^src-electron/', pathNot: '\\.test\\.tsx?$|/testing/' },
			to: { path: '^bun(:|$)' },
		},
		{
			name: 'product-knows-no-test',
			comment: 'Nothing that ships imports what exists for tests.',
			severity: 'error',
			from: { path: '^(contract/|src-|look/|db/)', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
			to: { path: ['\\.test\\.tsx?$', '/testing/', '^node_modules/(@testing-library|fast-check|@happy-dom)/'] },
		},
		{
			name: 'no-circles',
			comment: 'Two files that import each other are one file, or need a third for what they share.',
			severity: 'error',
			from: {},
			to: { circular: true },
		},
		{
			name: 'no-orphans',
			comment: 'Nothing imports it and it imports nothing: delete it, or it is an entry and belongs in this list.',
			severity: 'error',
			from: { orphan: true, pathNot: ['\\.test\\.tsx?$', '\\.d\\.ts$', '^(scripts|e2e)/', '^src-ui/first-paint/'] },
			to: {},
		},
		{
			name: 'no-dead-ends',
			comment: 'An import that leads nowhere.',
			severity: 'error',
			from: {},
			to: { couldNotResolve: true, pathNot: '^bun(:|$)' },
		},
	],
	options: {
		doNotFollow: { path: '(^|/)node_modules/' },
		// `import type` counts like any other import.
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['bun', 'import', 'types', 'default'] },
	},
}
