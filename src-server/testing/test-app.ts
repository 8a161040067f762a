import type { InferSelectModel } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { Language } from '#contract/languages.ts'
import type { NewRating, OwnRating } from '#contract/ratings.ts'
import type { Database } from '#db/database.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { createApp } from '#server/app.ts'
import { type Context, createContext } from '#server/context.ts'
import { createPasswords, type HashCost, type Passwords } from '#server/features/accounts/passwords.ts'
import type { LookAtFolder } from '#server/features/host/overview/overview.service.ts'
import type { Peer } from '#server/http/client.ts'
import type { Ui } from '#server/http/files/ui-files.ts'
import { createRateLimits } from '#server/http/limits/rate-limits.ts'
import { createLog, type Log } from '#server/http/request-log.ts'
import { type LongWrites, longWritesHere } from '#server/long-writes/long-writes.ts'
import type { Alerts } from '#server/operations/alerts/alerts.ts'
import type { ServerBackups } from '#server/operations/backups/backup-worker-client.ts'
import type { Metrics } from '#server/operations/metrics/metrics.ts'
import type { DrawPicture } from '#server/operations/pictures/drawn-pictures.ts'
import { noCache, type PictureCache } from '#server/operations/pictures/picture-cache.ts'
import type { Post } from '#server/operations/push/push-client.ts'
import type { Schedule } from '#server/process/clock.ts'
import { type Config, defaultConfig } from '#server/settings/config.ts'
import { newToken } from '#server/tokens.ts'
import { answerText } from './answer-text.ts'

// For each app, Elysia starts a garbage collection of the whole process: a fifth of the processor time of these tests.
const { gc } = Bun
Object.assign(Bun, { gc: (isSynchronous = false) => (isSynchronous ? gc(true) : 0) })

export const TEST_ORIGIN = 'http://localhost:7433'

/** A response. `body` is the parsed JSON, or undefined if there was none. */
export type TestAnswer = { status: number; headers: Headers; body: unknown; cookies: string[] }

/** A browser: it keeps its cookies and sends the origin of its page. */
export type TestBrowser = {
	get(path: string, headers?: Record<string, string>): Promise<TestAnswer>
	post(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
	put(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
	patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
	delete(path: string, body?: unknown, headers?: Record<string, string>): Promise<TestAnswer>
	cookies: Map<string, string>
}

export type TestMember = TestBrowser & { id: number; username: string; password: string }
/** A member who is host. Acts also need a confirmed password: see `confirm`. */
export type TestHost = TestMember & { confirm(): Promise<TestAnswer> }
export type TestGhost = { id: number; username: string; display_name: string; ghostClaimToken: string }

/** Cheap hashing, because most tests sign people up and few test its duration. */
const CHEAP: HashCost = { memoryCost: 8, timeCost: 1 }

/** The whole app over an in-memory database, with people in it. Rate limits are off unless a test sets them. */
export function testApp(
	settings: Partial<Config> = {},
	more: {
		db?: Database
		/** The wall clock, which otherwise moves with `wait`. */
		now?: () => Date
		/** By default those of the product. */
		offeredLanguages?: readonly Language[]
		/** By default everything is in English, whatever was built. */
		catalogueOf?: Context['catalogueOf']
		/** By default a page consists of its data alone. */
		ui?: Ui
		createMetrics?: (context: Context) => Metrics
		/** For tests of the hashes themselves; by default hashing is as cheap as argon2id permits. */
		passwords?: Passwords
		/** For tests of pictures; by default a picture is one byte and is not cached. */
		drawing?: { draw: DrawPicture; cache: PictureCache }
		/** For tests of the data folder, which in-memory data do not have. */
		lookAtFolder?: LookAtFolder
		/** For tests of backups, which are in the folder that the settings name. */
		backups?: ServerBackups
		alerts?: (context: Context) => Alerts
		/** Runs as the desktop edition; see http/desktop-gate.ts for its window. */
		isDesktop?: boolean
		/** True if the log goes to an attended terminal. */
		isTerminal?: boolean
		/** For tests of push messages: replaces the connection to push services. */
		post?: Post
		/** For tests of the worker thread of a server with a data file. */
		longWrites?: (context: Context) => LongWrites
	} = {},
) {
	const config: Config = { ...defaultConfig, rateLimitScale: 0, ...settings }
	const { db = freshDatabase(), passwords = createPasswords(CHEAP) } = more
	const logged: { requestId: string; error: unknown }[] = []
	const warnings: string[] = []
	const lines: string[] = []
	const sink = { write: (text: string) => lines.push(text), takeLost: () => 0 }
	const real = createLog({ ...config, logLevel: 'debug' }, sink, more.isTerminal)
	const log: Log = {
		...real,
		problem: (requestId, request, error) => {
			logged.push({ requestId, error })
			real.problem(requestId, request, error)
		},
		warn: (text) => {
			warnings.push(text)
			real.warn(text)
		},
	}
	const justData: Ui = {
		page: (is) => ({
			text: () =>
				`<html data-session="${is.hasSession === true ? 'live' : is.hasSession || 'none'}" data-guest="${is.hasGuestRatings ? 'rated' : 'none'}" data-nonce="${is.nonce}">${is.firstWords}<script type="application/json">${is.answers}</script>`,
		}),
		inlineScriptHash: 'sha256-of-the-first-paint',
		hasServiceWorker: true,
		file: () => null,
	}
	let seconds = 0
	const limits = createRateLimits(config.rateLimitScale, () => seconds)
	const scheduled = new Set<{ at: number; run: () => void }>()
	const schedule: Schedule = (run, ms) => {
		const job = { at: seconds + ms / 1000, run }
		scheduled.add(job)
		return { cancel: () => scheduled.delete(job) }
	}
	const { now = () => new Date(Date.now() + seconds * 1000) } = more
	const clock = { now, schedule }
	const { catalogueOf = () => null, isDesktop } = more
	const context = createContext({ db, config, log, clock, limits, passwords, catalogueOf, isDesktop })
	const longWrites = more.longWrites?.(context) ?? longWritesHere(context)
	const app = createApp(context, {
		ui: more.ui ?? justData,
		drawing: more.drawing ?? { draw: async () => new Uint8Array(1), cache: noCache },
		offeredLanguages: more.offeredLanguages,
		metrics: more.createMetrics?.(context),
		lookAtFolder: more.lookAtFolder ?? null,
		backups: more.backups ?? null,
		alerts: more.alerts?.(context) ?? null,
		longWrites,
		checksAnswers: true,
		...(more.post && { post: more.post }),
	})

	/** Advances rate limits, timers and the wall clock by this many seconds. */
	const wait = (howLong: number) => {
		seconds += howLong
		for (const job of [...scheduled].toSorted((a, b) => a.at - b.at))
			if (job.at <= seconds && scheduled.delete(job)) job.run()
	}

	const ask = (request: Request, address = '203.0.113.7') => app.fetch(request, { address })
	const askAs = (request: Request, peer: Peer) => app.fetch(request, peer)

	/** `address` is the address that its packets come from. */
	function browser({ address = '203.0.113.7', origin = TEST_ORIGIN } = {}): TestBrowser {
		const cookies = new Map<string, string>()
		const tabSecret = newToken()
		const send = async (
			method: string,
			path: string,
			body: unknown,
			extra: Record<string, string> = {},
		): Promise<TestAnswer> => {
			const headers = new Headers({ Host: new URL(origin).host, ...(method === 'GET' ? {} : { Origin: origin }) })
			if (body !== undefined) headers.set('Content-Type', 'application/json')
			if (cookies.size > 0) headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
			if (/^\/api\/(oidc|proxy)\//.test(path)) headers.set('Tab-Secret', tabSecret)
			for (const name in extra) headers.set(name, extra[name] ?? '')
			const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
			const response = await ask(new Request(origin + path, { method, headers, body: text }), address)
			const set = response.headers.getSetCookie()
			for (const line of set) {
				const [pair = ''] = line.split(';')
				const [name = '', value = ''] = pair.split('=')
				if (/Max-Age=0/.test(line)) cookies.delete(name)
				else cookies.set(name, value)
			}
			const answer = await answerText(response)
			const isJson = response.headers.get('content-type')?.includes('json')
			return {
				status: response.status,
				headers: response.headers,
				body: answer === '' ? undefined : isJson ? JSON.parse(answer) : answer,
				cookies: set,
			}
		}
		return {
			get: (path, headers) => send('GET', path, undefined, headers),
			post: (path, body, headers) => send('POST', path, body, headers),
			put: (path, body, headers) => send('PUT', path, body, headers),
			patch: (path, body, headers) => send('PATCH', path, body, headers),
			delete: (path, body, headers) => send('DELETE', path, body, headers),
			cookies,
		}
	}

	async function member(username: string, on = browser()): Promise<TestMember> {
		const password = `${username}-secret`
		const { status, body } = await on.post('/api/users', { username, password, email: null })
		if (status !== 201) throw new Error(`${username} could not sign up: ${JSON.stringify(body)}`)
		return { ...on, id: idIn(body), username, password }
	}

	/** Signs a member in again, in another browser or in this one. */
	async function signIn({ username, password }: { username: string; password: string }, on = browser()) {
		await on.post('/api/login', { username, password })
		return on
	}

	async function claim({ ghostClaimToken: token }: { ghostClaimToken: string }, username: string): Promise<TestMember> {
		const password = `${username}-secret`
		const { status, body } = await browser().post('/api/ghost-drivers/claim', { token, username, password })
		if (status !== 201) throw new Error(`${username} could not claim: ${JSON.stringify(body)}`)
		const on = await signIn({ username, password })
		return { ...on, id: idIn((body as { user: unknown }).user), username, password }
	}

	/** Signs up a host who has confirmed the password, so that they may act. */
	async function host(username = 'hostess'): Promise<TestHost> {
		const made = await member(username)
		context.queries.hosts.setHost(made.id, true)
		const confirm = () => made.post('/api/host/confirm', { password: made.password })
		await confirm()
		return { ...made, confirm }
	}

	async function ghost(creator: TestBrowser, name = 'Uncle Bob'): Promise<TestGhost> {
		const { status, body } = await creator.post('/api/ghost-drivers', { username: name, email: null })
		if (status !== 201) throw new Error(`${name} could not be added: ${JSON.stringify(body)}`)
		return body as TestGhost
	}

	async function rate(rater: TestBrowser, driverId: number, special: Partial<NewRating> = {}): Promise<OwnRating> {
		const { status, body } = await rater.post('/api/ratings', aRating({ driverId, ...special }))
		if (status >= 300) throw new Error(`${driverId} could not be rated: ${JSON.stringify(body)}`)
		return body as OwnRating
	}

	const rows = <Table extends SQLiteTable>(table: Table) =>
		db.orm.select().from<SQLiteTable>(table).all() as InferSelectModel<Table>[]

	const { routes, keptPaths, close, stopNews, newsSettled } = app
	return {
		rows,
		ask,
		askAs,
		browser,
		member,
		signIn,
		claim,
		host,
		ghost,
		rate,
		wait,
		context,
		longWrites,
		limits,
		routes,
		keptPaths,
		close,
		stopNews,
		newsSettled,
		db,
		config,
		logged,
		warnings,
		lines,
	}
}

export async function familyOf<const Name extends string>(...names: Name[]) {
	const app = testApp()
	const members = {} as Record<Name, TestMember>
	for (const name of names) members[name] = await app.member(name)
	return { app, ...members }
}

export function idIn(body: unknown): number {
	if (typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'number') return body.id
	throw new Error(`No id in ${JSON.stringify(body)}`)
}

export const aRating = (special: { driverId: number } & Record<string, unknown>) => ({
	...ALL_GOOD,
	starRating: 4,
	...special,
})
