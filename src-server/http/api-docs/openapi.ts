import type { Call, Schema } from '#contract/call.ts'
import { parameterWords, tags } from '#contract/call-docs.ts'
import { everyCall, type NamedCall } from '#contract/every-call.ts'
import { IdText, IdTextOrNull } from '#contract/ids.ts'
import { EventStream } from '#contract/live.ts'
import { CALLS_OF_TOKENS } from '#server/http/identity/read-only-tokens.ts'
import { VERSION } from '#server/version.ts'
import { jsonSchemaOf, jsonSchemas, ownJsonSchemaOf, schemaWords } from './json-schemas.ts'

type Parameter = { name: string; in: string; required: boolean; schema: object; description: string | undefined }

const INTRODUCTION = `What travels between the browser app and its server, and all there is to it.

Everything but one stream of events and the file of a backup is JSON. Every mistake has the shape \`Problem\`: a sentence for people, a code for programs, a finer reason and its values for those who
translate the sentence, and the number under which the server's log knows the request, which is also in the header \`X-Request-Id\` of every answer.
Unknown keys in a body are ignored. Who is logged in is known by a cookie and nothing else; ids in a path or a body only
say who one believes to be. A dashboard reads two of the calls with a member's read-only token.`

/** Describes the whole API, generated from the calls in the contract. */
export function openApiDocument(basePath: string) {
	const paths: Record<string, Record<string, object>> = {}
	for (const named of everyCall) {
		const { method, path } = named.call
		const template = `/api${path.replace(/:(\w+)/g, '{$1}')}`
		paths[template] = { ...paths[template], [method.toLowerCase()]: operationOf(named) }
	}
	return {
		openapi: '3.1.2',
		info: { title: 'Backseat', version: VERSION, description: INTRODUCTION },
		servers: [{ url: basePath || '/' }],
		tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
		paths,
		components: {
			schemas: schemasIn(paths),
			responses: commonAnswers,
			securitySchemes: { ...cookies(basePath), readOnlyToken },
		},
	}
}

function operationOf({ name, call }: NamedCall) {
	const { tag, summary, description } = call.docs()
	const content = call.body && { 'application/json': { schema: jsonSchemaOf(call.body) } }
	return {
		operationId: name,
		tags: [tag],
		summary,
		description,
		security: securityOf(call),
		parameters: parametersOf(call),
		requestBody: content && { required: true, content },
		responses: answersOf(call),
	}
}

function securityOf(call: Call) {
	const { who } = call
	const byToken = CALLS_OF_TOKENS.includes(call) ? [{ readOnlyToken: [] }] : []
	const bySession = [{ session: [] }, { sessionOverHttps: [] }, ...byToken]
	if (who === 'anyone') return byToken.length === 0 ? [] : [{}, ...byToken]
	if (who === 'guest-or-member') return [...bySession, { guest: [] }, { guestOverHttps: [] }]
	return who === 'member' || who === 'host' ? bySession : [{}, ...bySession]
}

function parametersOf({ params, query, headers = {}, docs }: Call): Parameter[] {
	const words = docs()
	const inPath = Object.entries(params?.entries ?? {}).map(([name, schema]) => ({
		name,
		in: 'path',
		required: true,
		schema: parameterSchema(schema, jsonSchemaOf(schema)),
		description: words.params?.[name] ?? parameterWords[name],
	}))
	const own = query && ownJsonSchemaOf(query).properties
	const inQuery = Object.entries(query?.entries ?? {}).map(([name, schema]) => ({
		name,
		in: 'query',
		required: false,
		schema: parameterSchema(schema, own?.[name]),
		description: words.params?.[name] ?? parameterWords[name],
	}))
	const inHeader = Object.entries(headers).map(([name, schema]) => ({
		name,
		in: 'header',
		required: false,
		schema: jsonSchemaOf(schema),
		description: words.headers?.[name],
	}))
	return [...inPath, ...inQuery, ...inHeader]
}

/** URLs contain only text, so ids are described as the numbers that they spell. */
function parameterSchema(schema: Schema & { wrapped?: Schema }, otherwise: unknown): object {
	const isId = [schema, schema.wrapped].some((one) => one === IdText || one === IdTextOrNull)
	return isId ? { $ref: '#/components/schemas/UserId' } : (otherwise as object)
}

function answersOf(call: Call) {
	const common = commonStatuses(call)
	const answers: Record<string, object> = {}
	for (const status of common) answers[status] = { $ref: `#/components/responses/${status}` }
	for (const [key, description] of Object.entries(call.docs().answers)) {
		const status = Number(key)
		const schema = call.answers[status]
		if (status >= 400) answers[key] = ownAnswer(status, description, common.includes(status))
		else answers[key] = status === 204 || !schema ? { description } : { description, content: contentOf(schema) }
	}
	return answers
}

/** OpenAPI's Response Object. */
type Answer = { description: string; headers?: object; content?: object }

const problem = (description: string, more: Pick<Answer, 'headers'> = {}): Answer => ({
	description,
	...more,
	content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const comeBack = { headers: { 'Retry-After': { description: 'In seconds.', schema: { type: 'integer', minimum: 1 } } } }

const commonAnswers: Record<number, Answer> = {
	400: problem('Something in the body, or what goes with it, is not what it should be; `field` says what.'),
	401: problem('Nobody is logged in.'),
	403: problem('The request came from another web site.'),
	413: problem('The body is too large.'),
	415: problem('The body is not `application/json`.'),
	421: problem('This server does not answer under that host name.'),
	429: problem('Too many requests. `Retry-After` says when to come back.', comeBack),
	500: problem('A bug. The details are in the log, under `requestId`.'),
	503: problem('Not now: starting, busy, or the storage is full.', comeBack),
}

function commonStatuses({ method, who }: Call): number[] {
	const isWrite = method !== 'GET'
	// Calls without a body still refuse a malformed one.
	const isClosed = who === 'member' || who === 'guest-or-member' || who === 'host'
	return [...(isWrite ? [400, 403, 413, 415] : []), ...(isClosed ? [401] : []), 421, 429, 500, 503]
}

/** Appends the common meaning of the status if the call can also give the common answer. */
function ownAnswer(status: number, description: string, isCommon: boolean): Answer {
	const common = commonAnswers[status]
	return problem(isCommon && common ? `${description} ${common.description}` : description)
}

/** If an answer is either JSON or text, the text is CSV. */
function contentOf(schema: Schema) {
	if (schema.type === 'blob') return { 'application/vnd.sqlite3': { schema: { type: 'string', format: 'binary' } } }
	if (schema === EventStream) return { 'text/event-stream': { schema: { type: 'string' } } }
	const json = jsonSchemaOf(schema)
	const choices = (json.anyOf ?? []) as { type?: string }[]
	const text = choices.find(({ type }) => type === 'string')
	if (!text) return { 'application/json': { schema: json } }
	return {
		'application/json': { schema: choices.find((choice) => choice !== text) },
		'text/csv': { schema: text },
	}
}

/** Schemas that the paths refer to, directly or indirectly. */
function schemasIn(paths: object) {
	const all = jsonSchemas()
	const used: Record<string, object> = {}
	const collect = (part: object) => {
		for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
			const schema = all[name]
			if (used[name] || !schema) continue
			used[name] = { description: schemaWords[name], ...schema }
			collect(schema)
		}
	}
	collect([paths, commonAnswers])
	return used
}

const readOnlyToken = {
	type: 'http',
	scheme: 'bearer',
	description:
		'Made by a member in the settings: `backseat_` and 43 letters, digits, `-` or `_`. It reads the home list and the card of that member, 30 times a minute. Any other request with it is 403 `read_only_token`, and one that has ended is 401 `unknown_token`; a cookie beside it is ignored.',
}

function cookies(basePath: string) {
	const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })
	const prefix = basePath === '' ? '__Host-' : '__Secure-'
	const overHttps = 'The same where the address people use begins with https.'
	return {
		session: cookie('backseat_session', 'Set by logging in, on plain http.'),
		sessionOverHttps: cookie(`${prefix}backseat_session`, overHttps),
		guest: cookie('backseat_guest', 'Set when a guest rates, on plain http.'),
		guestOverHttps: cookie(`${prefix}backseat_guest`, overHttps),
	}
}
