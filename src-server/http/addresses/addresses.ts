import { idFromText } from '#contract/ids.ts'
import { invalid } from '#server/http/problems.ts'

/** The id in the address of a write. Nonsense is a mistake there, not 'not found'. */
export function idOfWrite(text: string): number {
	const id = idFromText(text)
	if (id === null) throw invalid('Invalid input', 'id')
	return id
}

/** `?limit=`: nonsense counts as absent, and nobody gets more than 500 rows. */
export function limitFrom(text: string | undefined): number {
	const limit = idFromText(text ?? '') ?? 100
	return Math.min(limit, 500)
}
