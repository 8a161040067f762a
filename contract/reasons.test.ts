import { expect, test } from 'bun:test'
import { everyCall } from './every-call.ts'
import * as fieldMessages from './field-messages.ts'
import { REASONS } from './reasons.ts'

const sentences = Object.entries(REASONS).map(([reason, sentence]) => [reason, JSON.stringify(sentence)] as const)

test('each sentence has one reason, and each reason a name that need not be escaped anywhere', () => {
	const reasonOf = Map.groupBy(sentences, ([, text]) => text)

	expect([...reasonOf.values()].filter(({ length }) => length > 1)).toEqual([])
	for (const [reason] of sentences) expect(reason).toMatch(/^[a-z][a-z0-9_]*$/)
})

type Part = { message?: unknown; pipe?: Part[]; item?: Part; wrapped?: Part; options?: Part[]; entries?: object }

function messagesIn(part: Part): string[] {
	if (typeof part !== 'object' || part === null) return []
	const { message, pipe = [], item, wrapped, options = [], entries = {} } = part
	const inner = [...pipe.filter((step) => step !== part), item, wrapped, ...options, ...Object.values(entries)]
	return [...(typeof message === 'string' ? [message] : []), ...inner.flatMap((one) => (one ? messagesIn(one) : []))]
}

test('what forms say of their fields is in one file, for languages to find', () => {
	const known = new Set<unknown>(Object.values(fieldMessages))
	const said = everyCall.flatMap(({ call: { body, params, query, headers, isFile } }) =>
		isFile
			? []
			: [body, params, query, ...Object.values(headers ?? {})].flatMap((schema) =>
					schema ? messagesIn(schema as Part) : [],
				),
	)

	expect(new Set(said).size).toBeGreaterThan(20)
	expect([...new Set(said)].filter((message) => !known.has(message))).toEqual([])
})
