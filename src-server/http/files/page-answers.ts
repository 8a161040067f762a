import { callsOfPage } from '#contract/page-calls.ts'
import { namedAt, type PagePath } from '#contract/pages.ts'
import { addressKey, type ClientRequest, clientOf, withClient } from '#server/http/client.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'

/** What a page is sent with: the JSON of answers of the API, by the address of their call. */
export type PageAnswers = ReadonlyMap<string, string>

/** What is longer the page asks for itself: putting it in and compressing it would keep everybody waiting. */
const CHARACTERS_MAX = 65_536

export const NO_ANSWERS: PageAnswers = new Map()

/**
 * Asks the API, in this process, for what the page would ask for first, with the cookies and the limits of the person who opens
 * it: a page carries nothing that its reader could not get by GET. What is refused is left out, and asked for by the page.
 */
export function createPageAnswers(dependencies: {
	api: (request: ClientRequest) => Promise<Response>
	limits: RateLimits
	basePath: string
	/** Who is signed in. */
	memberIdOf: (request: ClientRequest) => number | null
}): (request: ClientRequest, page: PagePath, path: string) => Promise<PageAnswers> {
	const { api, limits, basePath, memberIdOf } = dependencies
	return async (request, page, path) => {
		const client = clientOf(request)
		const { route } = client
		const answers = new Map<string, string>()
		for (const address of callsOfPage(page, namedAt(path), memberIdOf(request))) {
			if (!limits.everything.allows(addressKey(client))) break
			// Nothing behind the request pipeline reads the host.
			const asked = new Request(`http://in-this-process${basePath}${address}`, { headers: request.headers })
			const answer = await api(withClient(asked, client))
			const text = answer.status === 200 ? await answer.text() : null
			if (text !== null && text.length <= CHARACTERS_MAX) answers.set(address, text)
		}
		// The log has one line for the page, under its own name.
		client.route = route
		return answers
	}
}

/** One JSON object. Within JSON `<` stands only in texts; without it no name can end the script element that carries them. */
export function answersInHtml(answers: PageAnswers): string {
	const entries = Array.from(answers, ([address, json]) => `${JSON.stringify(address)}:${json}`)
	return `{${entries.join(',')}}`.replaceAll('<', '\\u003c')
}
