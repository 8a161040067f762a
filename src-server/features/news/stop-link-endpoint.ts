import { stopNews } from '#contract/news.ts'
import type { Endpoint } from '#server/http/request-pipeline.ts'

const PATH = `/api${stopNews.path}`

/**
 * Mail programs POST to the `List-Unsubscribe` address, and some open it with GET. GET only redirects to the page with
 * the button, so a prefetch unsubscribes no member.
 */
export const stopLinkEndpoint = (basePath: string): Endpoint => ({
	handles: (path) => path === PATH,
	handle: ({ url }) => {
		const token = new URL(url).searchParams.get('token') || 'none'
		const headers = { Location: `${basePath}/unsubscribe/${encodeURIComponent(token)}` }
		return { status: 303, body: null, headers, caching: 'private' }
	},
})
