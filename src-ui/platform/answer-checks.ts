import * as v from 'valibot'
import type { Call } from '#contract/call.ts'
import { everyCall } from '#contract/every-call.ts'

// Loaded with the first request, as home needs none: its answers are in the page. Without valibot and these schemas home
// starts with 3.3 KB less (decision 28). Of the contract that this file imports, the build leaves the answers alone
// (scripts/page-chunks.ts).

const nameOf = ({ method, path }: Pick<Call, 'method' | 'path'>) => `${method} ${path}`

const answersOf = new Map(everyCall.map(({ call }) => [nameOf(call), call.answers]))

/** Throws if the contract does not allow the body. */
export function checkedAnswer(call: Call, status: number, body: unknown): unknown {
	// Tests make up calls of their own.
	const answers = answersOf.get(nameOf(call)) ?? call.answers
	const schema = answers[status] ?? Object.values(answers)[0]
	return schema && v.parse(schema, body)
}
