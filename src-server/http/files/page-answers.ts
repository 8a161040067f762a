import { callsOfPage } from '#contract/page-calls.ts'
import { namedAt, type PagePath } from '#contract/pages.ts'
import { addressKey, type ClientRequest, clientOf, withClient } from '#server/http/client.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'

export type PageAnswers = ReadonlyMap<string, string>

/** Larger responses would delay the page, which fetches them itself. */
const CHARACTERS_MAX = 65_536

export const NO_ANSWERS: PageAnswers = new Map()

/**
 * Calls the API in-process with the browser's cookies and limits, so a page carries nothing its reader could not GET.
 * Refused calls are left to the page.
 */
export function createPageAnswers(dependencies: {
	api: (request: ClientRequest) => Promise<Response>
	limits: RateLimits
	basePath: string
	memberIdOf: (request: ClientRequest) => number | null
}): (request: ClientRequest, page: PagePath, path: string) => Promise<PageAnswers> {
	const { api, limits, basePath, memberIdOf } = dependencies
	return async (request, page, path) => {
		const client = clientOf(request)
		const { route } = client
		const answers = new Map<string, string>()
		for (const address of callsOfPage(page, namedAt(path), memberIdOf(request))) {
			if (!limits.everything.allows(addressKey(client))) break
			const asked = new Request(`http://in-this-process${basePath}${address}`, { headers: request.headers })
			const answer = await api(withClient(asked, client))
			const text = answer.status === 200 ? await answer.text() : null
			if (text !== null && text.length <= CHARACTERS_MAX) answers.set(address, text)
		}
		client.route = route
		return answers
	}
}

/** Escapes `<`, so that no name can end the surrounding script element. */
export function answersInHtml(answers: PageAnswers): string {
	const entries = Array.from(answers, ([address, json]) => `${JSON.stringify(address)}:${json}`)
	return `{${entries.join(',')}}`.replaceAll('<', '\\u003c')
}
