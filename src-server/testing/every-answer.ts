import { everyCall } from '#contract/every-call.ts'
import type { TestBrowser } from './test-app.ts'

/** Every GET of the API except the event stream, with each of these ids. */
const addresses = (ids: readonly (number | string)[]) =>
	everyCall
		.map(({ call }) => call)
		.filter(({ method, path }) => method === 'GET' && path !== '/live')
		.flatMap(({ path }) => (path.includes('/:') ? ids.map((id) => path.replace(/:\w+/, String(id))) : [path]))
		.map((path) => `/api${path}`)

/** Pages with embedded answers, and their link previews. */
const pages = (ids: readonly (number | string)[]) => [
	'/',
	'/home',
	'/verdicts',
	'/glovebox',
	'/wrapped',
	...ids.flatMap((id) =>
		['profile', 'rating', 'infographic', 'poster', 'share-ghost', 'trip', 'receipts'].map((page) => `/${page}/${id}`),
	),
]

/** Headers that differ for each request. */
const OF_THE_REQUEST = ['date', 'x-request-id', 'content-security-policy']

/** All that a viewer can read, with each of these ids, without what differs for each request. */
export async function everyAnswer(viewer: TestBrowser, ids: readonly (number | string)[], more: readonly string[]) {
	const answers: Record<string, unknown> = {}
	for (const address of [...addresses(ids), ...pages(ids), ...more]) {
		const { status, headers, body } = await viewer.get(address)
		const kept = [...headers].filter(([name]) => !OF_THE_REQUEST.includes(name))
		const text = JSON.stringify(body ?? null).replace(/nonce=\\"[^"]*\\"|"requestId":"[^"]*"/g, '')
		answers[address] = { status, headers: kept, text }
	}
	return answers
}
