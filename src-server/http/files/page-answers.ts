import { callsOfPage } from '#contract/page-calls.ts'
import { addressKey, type ClientRequest, clientOf, withClient } from '#server/http/client.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { namedAt } from './ui-routes.ts'

/** What a page is sent with: JSON, answers of the API by the address of their call. */
export type PageAnswers = (request: ClientRequest, page: string, path: string) => Promise<string>

export const NO_ANSWERS = '{}'

/**
 * Asks the API, in this process, for what the page would ask for first, with the cookies and the limits of whoever opens
 * it: a page carries nothing that its reader could not get by GET. What is refused is left out, and asked for by the page.
 */
export function createPageAnswers(dependencies: {
	api: (request: ClientRequest) => Promise<Response>
	limits: RateLimits
	basePath: string
	isSignedIn: (request: ClientRequest) => boolean
}): PageAnswers {
	const { api, limits, basePath, isSignedIn } = dependencies
	return async (request, page, path) => {
		const client = clientOf(request)
		const { route } = client
		const entries: string[] = []
		for (const address of callsOfPage(page, namedAt(path), isSignedIn(request))) {
			if (!limits.everything.allows(addressKey(client))) break
			// Nothing behind the request pipeline reads the host.
			const asked = new Request(`http://in-this-process${basePath}${address}`, { headers: request.headers })
			const answer = await api(withClient(asked, client))
			if (answer.status === 200) entries.push(`${JSON.stringify(address)}:${await answer.text()}`)
		}
		// The log has one line for the page, under its own name.
		client.route = route
		return inHtml(`{${entries.join(',')}}`)
	}
}

/** Within JSON `<` stands only in texts; without it no name can end the script element that carries them. */
const inHtml = (json: string): string => json.replaceAll('<', '\\u003c')
