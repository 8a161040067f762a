/*
 * What a service worker is given, as far as ours uses it. TypeScript's own list of it ("WebWorker") cannot stand beside the
 * one for pages ("DOM") in one project.
 */

type ExtendableEvent = Event & { waitUntil(work: Promise<unknown>): void }

export type InstallEvent = ExtendableEvent & {
	/** Chromium: requests that the browser answers without asking the worker. */
	addRoutes?(rule: { condition: { urlPattern: { pathname: string } }; source: 'network' }): Promise<void>
}

export type FetchEvent = ExtendableEvent & {
	readonly request: Request
	/** The page, asked for while the worker was being started; undefined where a browser does not do that. */
	readonly preloadResponse: Promise<Response | undefined>
	respondWith(answer: Promise<Response>): void
}

export type WorkerScope = {
	readonly registration: ServiceWorkerRegistration
	readonly caches: CacheStorage
	readonly clients: {
		matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly unknown[]>
		claim(): Promise<void>
	}
	skipWaiting(): Promise<void>
	addEventListener(type: 'install', listener: (event: InstallEvent) => void): void
	addEventListener(type: 'activate', listener: (event: ExtendableEvent) => void): void
	addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}

/** Put in by scripts/build/ui-files.ts. */
export type Build = {
	/** Differs whenever any file of the browser app does. */
	version: string
	/** Every file that has its content's hash in its name, below the base path: 'assets/home-Bq3xK9_a.js'. */
	files: readonly string[]
}
