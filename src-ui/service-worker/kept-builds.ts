import { NEUTRAL_PAGE as NEUTRAL_ADDRESS } from '#contract/pages.ts'

/*
 * The part of the service worker API that we use. TypeScript's "WebWorker" library conflicts with "DOM" in one project.
 */

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }

type InstallEvent = ExtendableEvent & {
	/** Chromium: routes that the browser serves without waking the worker. */
	addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>
}

type FetchEvent = ExtendableEvent & {
	readonly request: Request
	/** The navigation preload: the page, requested while the worker starts. Undefined in browsers without it. */
	readonly preloadResponse: Promise<Response | undefined>
	respondWith(answer: Promise<Response>): void
}

type MessageFromPage = ExtendableEvent & { readonly data: KeepMessage }

type PushEvent = ExtendableEvent & { readonly data: { text(): string } | null }

type NotificationEvent = ExtendableEvent & { readonly notification: Notification }

type SubscriptionEvent = ExtendableEvent & {
	readonly oldSubscription?: PushSubscription | null
	readonly newSubscription?: PushSubscription | null
}

export type WindowOfApp = {
	readonly url: string
	readonly focused: boolean
	focus(): Promise<unknown>
	navigate(address: string): Promise<unknown>
}

export type WorkerScope = {
	readonly registration: ServiceWorkerRegistration
	readonly caches: CacheStorage
	readonly clients: {
		matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowOfApp[]>
		openWindow(address: string): Promise<unknown>
		claim(): Promise<void>
	}
	readonly navigator: Navigator
	skipWaiting(): Promise<void>
	addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
	addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void
	addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void
	addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
	addEventListener(type: 'push', listener: (event: PushEvent) => void): void
	addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void
	addEventListener(type: 'pushsubscriptionchange', listener: (event: SubscriptionEvent) => void): void
}

export type Build = {
	version: string
	/** All files with a content hash in their name, relative to the base path: 'assets/home-Bq3xK9_a.js'. */
	files: readonly string[]
	/** Those of `files` with which drivers can be listed and rated: 5 of 30, kept from the first visit on. */
	firstFiles: readonly string[]
}

/** A page's message: its language, and whether all files are wanted, besides those of the first visit. */
export type KeepMessage = { language: string; isAllWanted: boolean }

/** The page without user data, rendered by the server (request-pipeline.ts there), kept in one language. */
export const NEUTRAL_PAGE = NEUTRAL_ADDRESS.slice(1)
const TEXTS_IN_PAGE = /assets\/[\w-]+\.js/g
const languageOf = (page: Response | undefined) => page?.headers.get('Content-Language') ?? null

/** Instances on one host share cache storage. Paths contain no spaces, so one prefix never starts with another. */
export const cachePrefix = (scope: string) => `backseat ${new URL(scope).pathname} `

type Given = { caches: CacheStorage; scope: string; build: Build; ask?: (request: Request) => Promise<Response> }

/** Build files in cache storage, one cache per build. Only files that are identical for all users are stored. */
export function keptBuilds({ caches, scope, build: { version, files, firstFiles }, ask = fetch }: Given) {
	const prefix = cachePrefix(scope)
	const own = prefix + version
	const ofAllBuilds = async () => (await caches.keys()).filter((name) => name.startsWith(prefix))
	const ofOtherBuilds = async () => (await ofAllBuilds()).filter((name) => name !== own)

	/** `caches.open` would create a missing cache. */
	const keptIn = (cacheName: string, request: Request | string) =>
		caches.match(request, { cacheName, ignoreVary: true })

	const requestOf = (file: string) => new Request(scope + file, { priority: 'low' })

	async function keptPage() {
		for (const name of [own, ...(await ofOtherBuilds()).reverse()]) {
			const found = await keptIn(name, scope + NEUTRAL_PAGE)
			if (found) return found
		}
		return undefined
	}

	/** Stores the page after the texts that it names. Without a language it is in the instance's. */
	async function keepPage(language: string | null) {
		const query = language === null ? '' : `?${new URLSearchParams({ language })}`
		// The name has no hash, so the HTTP cache may hold an older version.
		const page = await ask(new Request(scope + NEUTRAL_PAGE + query, { cache: 'reload' }))
		if (!page.ok) throw new Error(`${NEUTRAL_PAGE} answers ${page.status}`)
		const named = (await page.clone().text()).match(TEXTS_IN_PAGE) ?? []
		const cache = await caches.open(own)
		await cache.addAll(named.filter((file) => !files.includes(file)).map(requestOf))
		await cache.put(scope + NEUTRAL_PAGE, page)
	}

	/** Oldest first. `keep` is the number of newest builds that stay. */
	async function dropOtherBuilds(keep = 0) {
		const names = await ofOtherBuilds()
		await Promise.all(names.slice(0, Math.max(0, names.length - keep)).map((name) => caches.delete(name)))
	}

	return {
		/**
		 * All or nothing: if a file fails, the build is not stored and the next visit retries. A browser that has an earlier
		 * build has visited before, so it gets all files.
		 */
		async keep() {
			const wanted = (await ofOtherBuilds()).length > 0 ? files : firstFiles
			const cache = await caches.open(own)
			await cache.addAll(wanted.map(requestOf))
			await keepPage(languageOf(await keptPage()))
		},
		/** Keeps the page in the language that was used last. */
		async keepLanguage(language: string) {
			if (languageOf(await keptIn(own, scope + NEUTRAL_PAGE)) !== language) await keepPage(language)
		},
		/** Fetches the files that are missing. One that fails is fetched by the page that needs it. */
		async keepAll() {
			const cache = await caches.open(own)
			const kept = new Set((await cache.keys()).map(({ url }) => url))
			for (const file of files.filter((file) => !kept.has(scope + file)))
				await cache.add(requestOf(file)).catch(() => undefined)
		},
		dropOtherBuilds,
		dropAllBuilds: async () => void (await Promise.all((await ofAllBuilds()).map((name) => caches.delete(name)))),
		/** Searches all builds: a page opened before an update continues with its own files. */
		async file(request: Request): Promise<Response | undefined> {
			for (const name of [own, ...(await ofOtherBuilds())]) {
				const found = await keptIn(name, request)
				if (found) return found
			}
			return undefined
		},
		neutralPage: () => keptIn(own, scope + NEUTRAL_PAGE),
	}
}
