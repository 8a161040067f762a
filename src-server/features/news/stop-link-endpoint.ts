import { stopNews } from '#contract/news.ts'
import type { Endpoint } from '#server/http/request-pipeline.ts'

const PATH = `/api${stopNews.path}`

/**
 * `List-Unsubscribe` names an address that mail programs post to. Some open it instead, for their reader: to look stops
 * nothing, and leads to the page with the button.
 */
export const stopLinkEndpoint = (basePath: string): Endpoint => ({
	handles: (path) => path === PATH,
	handle: ({ url }) => {
		// Without one the page says that the link is worth nothing.
		const token = new URL(url).searchParams.get('token') || 'none'
		const headers = { Location: `${basePath}/unsubscribe/${encodeURIComponent(token)}` }
		return { status: 303, body: null, headers, caching: 'private' }
	},
})
