// Who may import what (bun run check). One rule, one reason; a case is planted for each in scripts/checks/boundaries.test.ts.
//
//   contract ← db ← queries ← service ← app          contract ← src-ui

/** What one feature offers to all others of its layer, and what it offers to one of them. */
const uiFeatures = {
	toAll: [
		'analytics/tracker\\.ts',
		'accounts/session/(session|session-context|viewer|pending-logout)\\.ts',
		'drivers/(driver-name\\.ts|get-rated\\.tsx)',
		'instance/',
		// Whoever is asked for a password may show a passkey instead, and a new account may have one.
		'oidc/',
		'passkeys/',
		'[^/]+/[^/]+\\.keys\\.ts',
	],
	toOne: {
		accounts: [
			'claims/reveal/reveal-first\\.tsx',
			'news/(late-ring-offer\\.tsx|take-down-notices\\.ts)',
			'drivers/(edit-ghost/edit-ghost\\.tsx|seen-ratings\\.api\\.ts)',
			'password-resets/forgot-password\\.tsx',
			'ratings/(ratings\\.api\\.ts|received/)',
			'stats/(stats\\.api\\.ts|kind-stamp\\.tsx|stars-at-a-glance\\.tsx)',
		],
		claims: [
			'accounts/(accounts\\.api|claim-notes)\\.ts',
			'accounts/auth/log-in-dialog\\.tsx',
			'accounts/sign-up/(sign-up-failure\\.ts|username-field\\.tsx)',
			// What a claim reveals ends with the driver's stamp.
			'stats/(stats\\.api\\.ts|kind-stamp\\.tsx)',
		],
		passkeys: ['accounts/accounts\\.api\\.ts'],
		// Who comes from elsewhere may be new, or log in once to connect the two.
		oidc: [
			'accounts/accounts\\.api\\.ts',
			'accounts/auth/log-in-dialog\\.tsx',
			'accounts/sign-up/(sign-up-failure\\.ts|username-field\\.tsx)',
		],
		drivers: [
			'host/first-minute/you-have-the-wheel\\.tsx',
			'accounts/(accounts\\.api\\.ts|sign-up/use-account-first\\.tsx)',
			'news/late-ring-offer\\.tsx',
			'ratings/(waiting/on-its-way|came-along/came-along)\\.tsx',
		],
		live: ['drivers/drivers\\.api\\.ts'],
		host: ['ratings/received/(rating-in-words|report-reasons)\\.ts'],
		invites: ['accounts/auth/after-auth\\.ts', 'accounts/sign-up/sign-up-form\\.tsx'],
		'password-resets': ['accounts/accounts\\.api\\.ts', 'accounts/auth/after-auth\\.ts'],
		'own-account': [
			'accounts/accounts\\.api\\.ts',
			'news/evening-post\\.tsx',
			'ratings/waiting/(waiting-context|whose-waiting)\\.ts',
		],
		ratings: [
			'accounts/accounts\\.api\\.ts',
			'stats/(stats\\.api\\.ts|kind-news\\.tsx|share/(share-picture\\.tsx|picture-to-share\\.ts))',
		],
		receipts: [
			'ratings/judging-figures\\.tsx',
			'stats/(kind-stamp\\.tsx|share/(share-picture\\.tsx|(picture|card)-to-share\\.ts))',
		],
		// On a trip one rates with the form that raters know, and what is said waits for the network as ratings do.
		trips: [
			'accounts/sign-up/use-account-first\\.tsx',
			'drivers/drivers\\.api\\.ts',
			'ratings/(rating-fields|verdict-receipts)\\.tsx',
			'ratings/(send-rating|rate/(rate-driver|rating-draft))\\.ts',
			'ratings/waiting/(waiting-(buttons|context|rating)|whose-waiting|on-its-way-list)\\.tsx?',
			'stats/share/(share-picture\\.tsx|picture-to-share\\.ts)',
		],
		frame: ['accounts/session/session-notice\\.tsx', 'drivers/drivers\\.api\\.ts'],
		stats: ['accounts/accounts\\.api\\.ts'],
	},
}
const serverFeatures = {
	toAll: [
		'accounts/users\\.(queries\\.)?ts',
		'accounts/proofs\\.ts',
		// What a provider is called is the same wherever it is named.
		'accounts/oidc/issuers\\.ts',
		'live/tell-hosts\\.ts',
	],
	toOne: {
		// What a chat shows of a link is the picture that it describes.
		previews: ['pictures/(picture|trip)-content\\.ts'],
		// What a claim brought is shown as all ratings of a driver are.
		claims: [
			'ratings/rating-views\\.ts',
			// A claim makes an account, which a passkey may open.
			'accounts/passkeys/(keep-passkey|passkey-checks)\\.ts',
			'accounts/sessions/browser-names\\.ts',
			'accounts/ways-in\\.ts',
		],
		// What is sealed on a road trip is opened beside the evening post, and guests take their seats along to each cookie.
		ratings: ['trips/(due-trips|opening-trips|trips\\.queries)\\.ts'],
		// What is said on a trip is a rating, and its receipt a picture.
		trips: [
			'pictures/(picture|trip)-content\\.ts',
			'ratings/(guest-cookies|new-rating|rating-views|ratings\\.queries|take-out)\\.ts',
			'ratings/sealed/(evening-post|open-sealed)\\.ts',
		],
		// A receipt is drawn for the rater alone, and a card with the stamp of the driver's kind.
		pictures: ['ratings/rating-views\\.ts', 'stats/driver-figures\\.ts'],
		// A year makes a kind of driver and of judge, too, and awards are shown as pictures.
		receipts: ['pictures/picture-content\\.ts', 'ratings/judging\\.ts', 'stats/driver-figures\\.ts'],
		// Looking after the instance is doing what its members do, for them.
		host: [
			'accounts/member-search\\.ts',
			'claims/undo-claim\\.ts',
			'drivers/unclaimed-ghosts\\.ts',
			'invites/invites\\.queries\\.ts',
			'own-account/leaving/leave\\.ts',
			'password-resets/open-reset\\.ts',
			'ratings/take-out\\.ts',
		],
		// A change asks for the password again, as a login does; deleting an account soon after a claim gives the ghost back,
		// and the last host may not leave. Whom a host removes leaves in the same way, and the journal says so.
		'own-account': [
			'accounts/sessions/browser-names\\.ts',
			'claims/undo-claim\\.ts',
			'host/(last-host|journal/journal)\\.ts',
		],
		// A phone that rings is called as its browser is.
		news: ['accounts/sessions/browser-names\\.ts'],
		// A link that a host made is written down when it is used.
		'password-resets': ['host/journal/journal\\.ts'],
	},
}
const serverOperations = {
	toAll: [],
	// Both report the age of the newest backup; the doctor also checks it.
	toOne: {
		doctor: ['backups/(backup-folder|check-backup)\\.ts', 'alerts/due-alerts\\.ts'],
		metrics: ['backups/backup-folder\\.ts'],
		// They tell of what the others know.
		alerts: [
			'backups/(backup-folder|backup-worker-client|daily-backup)\\.ts',
			'doctor/(certificate-check|machine-checks)\\.ts',
			'mail/mailer\\.ts',
		],
	},
}

/** `folder`: where features lie, as a regex with a slash at its end. `feature`: what the name of one may look like. */
function featuresApart(name, folder, feature, { toAll, toOne }) {
	const rule = (from, allowed) => ({
		name,
		comment:
			'A feature is understood without its neighbours. What they share is in the allow-list above, or moves down a layer.',
		severity: 'error',
		from,
		to: { path: `${folder}${feature}/`, pathNot: [...toAll, ...allowed].map((file) => folder + file) },
	})
	const special = Object.keys(toOne)
	const restOf = (rule, own) => ({ ...rule, to: { ...rule.to, pathNot: [...rule.to.pathNot, `${folder}${own}/`] } })
	return [
		restOf(rule({ path: `${folder}(${feature})/`, pathNot: `${folder}(${special.join('|')})/` }, []), '$1'),
		...special.map((one) => restOf(rule({ path: `${folder}${one}/` }, toOne[one]), one)),
	]
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
			to: { path: '^(src-|look/|e2e/|scripts/)', pathNot: '^contract/' },
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
				// These two look into files that are not the open one.
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
		...featuresApart('server-features-apart', '^src-server/features/', '[^/]+', serverFeatures),
		...featuresApart('operations-apart', '^src-server/operations/', '[^/]+', serverOperations),
		{
			name: 'ui-knows-contract-only',
			comment: 'The browser app knows the server only by the contract.',
			severity: 'error',
			from: { path: '^src-ui/' },
			to: { path: '^(src-server|db|scripts|e2e|src-electron)/', pathNot: '^contract/' },
		},
		{
			name: 'every-call-stays-on-the-server',
			comment: 'It would put every schema of the API into the first screen.',
			severity: 'error',
			from: { path: '^src-(ui|electron)/' },
			to: { path: '^contract/every-call\\.ts' },
		},
		{
			name: 'kit-knows-no-driver',
			comment:
				'kit is controls, platform is the API client and storage; no feature, no screen, no wire schema in the kit.',
			severity: 'error',
			from: { path: '^src-ui/(kit|platform)/' },
			to: { path: '^src-ui/(features|routes)/|^src-ui/(app|router|main|routeTree\\.gen)\\.' },
		},
		...featuresApart('ui-features-apart', '^src-ui/features/', '[^/]+', uiFeatures),
		{
			name: 'server-knows-no-ui',
			comment:
				'The server serves the files of the browser app and does not import them. Its pictures wear the same look.',
			severity: 'error',
			from: { path: '^src-server/', pathNot: '^src-server/operations/pictures/drawing/' },
			to: { path: '^(src-ui|src-electron|look|scripts|e2e)/' },
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
			to: { path: '^(src-|db/|scripts/|e2e/)' },
		},
		{
			name: 'desktop-knows-a-binary',
			comment:
				'The desktop shell starts the binary and shows an address. What both must call the same is in the contract: the pages, and how the server ends.',
			severity: 'error',
			from: { path: '^src-electron/' },
			to: {
				path: '^(src-server|src-ui|db|scripts|e2e)/',
				pathNot: '^contract/(pages|start-problems)\\.ts$',
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
			from: { path: '^(src-|look/|db/)', pathNot: ['\\.test\\.tsx?$', '/testing/'] },
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
			comment:
				"An import that leads nowhere. The bench's baselines have packages of their own, which only it installs.",
			severity: 'error',
			from: { pathNot: '^scripts/bench/baselines/(fastify|hono)\\.ts$' },
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
