/** What came longer ago would be asked for again anyway. */
const FRESH_MS = 5000

let left = new Map<string, unknown>()
let readAt = 0

/**
 * The answer to a call at this address, if the page came with it: as good as one that has just been fetched, so each is
 * given once, and only while the page starts. The server asks its API for what each page needs (page-answers.ts there).
 */
export function takePageAnswer(address: string): { body: unknown } | null {
	const answers = answersLeft()
	if (!answers.has(address)) return null
	const body = answers.get(address)
	answers.delete(address)
	return { body }
}

/** Something changes on the server: what came before that no longer counts. */
export const dropPageAnswers = () => answersLeft().clear()

function answersLeft(): Map<string, unknown> {
	const element = document.getElementById('page-answers')
	if (element) {
		left = new Map(Object.entries(JSON.parse(element.textContent || '{}') as object))
		readAt = performance.now()
		element.remove()
	} else if (performance.now() - readAt > FRESH_MS) left.clear()
	return left
}
