/** An in-memory CacheStorage with the methods that the worker uses; `ask` responds to its requests. */
export function memoryCaches(ask: (url: string) => Response): CacheStorage {
	const all = new Map<string, Map<string, Response>>()
	const cacheOf = (files: Map<string, Response>) => ({
		keys: async () => [...files.keys()].map((url) => ({ url })),
		async add({ url }: Request) {
			const answer = ask(url)
			if (!answer.ok) throw new TypeError(`${url} is not there`)
			files.set(url, answer)
		},
		async addAll(requests: Request[]) {
			const answers = requests.map(({ url }) => [url, ask(url)] as const)
			// Like a browser: if one file is missing, none is stored.
			for (const [url, { ok }] of answers) if (!ok) throw new TypeError(`${url} is not there`)
			for (const [url, answer] of answers) files.set(url, answer)
		},
		async put(url: string, answer: Response) {
			files.set(url, answer)
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
