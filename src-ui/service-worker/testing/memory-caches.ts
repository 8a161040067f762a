/** A browser's cache storage, as far as the worker uses it; what is asked for is answered by `ask`. */
export function memoryCaches(ask: (url: string) => Response): CacheStorage {
	const all = new Map<string, Map<string, Response>>()
	const cacheOf = (files: Map<string, Response>) => ({
		async addAll(requests: Request[]) {
			const answers = requests.map(({ url }) => [url, ask(url)] as const)
			// As in a browser: one that is missing, and nothing is kept.
			for (const [url, { ok }] of answers) if (!ok) throw new TypeError(`${url} is not there`)
			for (const [url, answer] of answers) files.set(url, answer)
		},
	})
	const caches = {
		async open(name: string) {
			const files = all.get(name) ?? new Map<string, Response>()
			all.set(name, files)
			return cacheOf(files)
		},
		match: async (request: Request | string, { cacheName = '' }: MultiCacheQueryOptions) =>
			all
				.get(cacheName)
				?.get(typeof request === 'string' ? request : request.url)
				?.clone(),
		keys: async () => [...all.keys()],
		delete: async (name: string) => all.delete(name),
	}
	return caches as unknown as CacheStorage
}
