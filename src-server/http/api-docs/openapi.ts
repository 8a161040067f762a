import { toOpenAPISchema } from '@elysiajs/openapi/openapi'
import type { AnyElysia } from 'elysia'
import type * as v from 'valibot'
import { VERSION } from '#server/version.ts'
import { type Call, HEADERS, PARAMETERS, tags } from './call.ts'
import { calls } from './calls.ts'
import { commonAnswers, commonStatuses, ownAnswer } from './common-answers.ts'
import { jsonSchemaOf, jsonSchemas, ownJsonSchemaOf } from './json-schemas.ts'
import { schemaWords } from './schema-words.ts'

type Content = Record<string, { schema?: { anyOf?: { type?: string }[] } }>
type Parameter = { name: string; in: string; required: boolean; schema: object; description?: string }
/** As toOpenAPISchema makes them. */
type Operation = {
	parameters?: Parameter[]
	responses?: Record<string, { content: Content }>
}
type Paths<Op> = Record<string, Record<string, Op>>

const INTRODUCTION = `What travels between the browser app and its server, and all there is to it.

Everything is JSON. Every mistake has the shape \`Problem\`: a sentence for people, a code for programs, and the number
under which the server's log knows the request, which is also in the header \`X-Request-Id\` of every answer.
Unknown keys in a body are ignored. Who is logged in is known by a cookie and nothing else; ids in a path or a body only
say who one believes to be.`

/**
 * The OpenAPI document of the whole API. Paths, parameters and schemas come from the routes themselves, words from
 * calls.ts.
 */
export function openApiDocument(api: AnyElysia, basePath: string) {
	const queries = new Set<unknown>(api.routes.map(({ hooks }) => hooks.query))
	const valibot = (schema: v.GenericSchema) => (queries.has(schema) ? ownJsonSchemaOf : jsonSchemaOf)(schema)
	const made = toOpenAPISchema(api, undefined, undefined, { valibot }, '3.1.2').paths as unknown as Paths<Operation>
	const bodies = bodiesOf(api, basePath)
	const paths: Paths<object> = {}
	for (const [pathWithBase, operations] of Object.entries(made)) {
		const path = pathWithBase.slice(basePath.length).replace(/\/$/, '')
		for (const [method, operation] of Object.entries(operations)) {
			const key = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
			const call = calls[key]
			// A route without words stands there without: openapi.test.ts fails, the page does not.
			paths[path] = { ...paths[path], [method]: call ? described(operation, key, call, bodies.get(key)) : operation }
		}
	}
	return {
		openapi: '3.1.2',
		info: { title: 'Backseat', version: VERSION, description: INTRODUCTION },
		servers: [{ url: basePath || '/' }],
		tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
		paths,
		components: { schemas: schemasIn(paths), responses: commonAnswers, securitySchemes: cookies(basePath) },
	}
}

/** What each call takes. toOpenAPISchema knows it not, as the request pipeline reads bodies before Elysia does. */
const bodiesOf = (api: AnyElysia, basePath: string) =>
	new Map<string, v.GenericSchema | undefined>(
		api.routes.map(({ method, path, hooks }) => [
			`${method} ${path.slice(basePath.length).replace(/\/$/, '')}`,
			hooks.body,
		]),
	)

function described({ parameters = [], responses = {} }: Operation, key: string, call: Call, body?: v.GenericSchema) {
	const { name, tag, summary, description, who } = call
	const content = body && { 'application/json': { schema: jsonSchemaOf(body) } }
	return {
		operationId: name,
		tags: [tag],
		summary,
		description,
		security: who === 'anyone' ? [] : [...(who === 'either' ? [{}] : []), { session: [] }, { sessionOverHttps: [] }],
		parameters: [...parameters.map((parameter) => withWords(parameter, call)), ...headersOf(call)],
		requestBody: content && { required: true, content },
		responses: answersOf(responses, commonStatuses(key, call), call),
	}
}

function withWords(parameter: Parameter, { params }: Call): Parameter {
	const { name } = parameter
	const isId = parameter.in === 'path' && name !== 'token'
	const schema = isId ? { $ref: '#/components/schemas/UserId' } : parameter.schema
	return { ...parameter, schema, description: params?.[name] ?? PARAMETERS[name] }
}

const headersOf = ({ headers = [] }: Call): Parameter[] =>
	headers.map((name) => ({
		...{ name, in: 'header', required: false, description: HEADERS[name] },
		schema: { $ref: '#/components/schemas/IdempotencyKey' },
	}))

function answersOf(made: NonNullable<Operation['responses']>, common: number[], call: Call) {
	const answers: Record<string, object> = {}
	for (const status of common) answers[status] = { $ref: `#/components/responses/${status}` }
	for (const [key, description] of Object.entries(call.answers)) {
		const status = Number(key)
		if (status >= 400) answers[key] = ownAnswer(status, description, common.includes(status))
		else answers[key] = status === 204 ? { description } : { description, content: contentOf(made[key]?.content) }
	}
	return answers
}

/** Where an answer is either JSON or a text, the text is a file for spreadsheets. */
function contentOf(content: Content = {}): Content {
	const json = content['application/json']
	const text = json?.schema?.anyOf?.find(({ type }) => type === 'string')
	if (!text) return content
	const rest = json?.schema?.anyOf?.filter((schema) => schema !== text) ?? []
	return { 'application/json': { schema: rest[0] as object }, 'text/csv': { schema: text as object } }
}

/** The schemas that paths refer to, and those that these refer to. */
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

function cookies(basePath: string) {
	const cookie = (name: string, description: string) => ({ type: 'apiKey', in: 'cookie', name, description })
	const secure = basePath === '' ? '__Host-backseat_session' : '__Secure-backseat_session'
	return {
		session: cookie('backseat_session', 'Set by logging in, on plain http.'),
		sessionOverHttps: cookie(secure, 'The same where the address people use begins with https.'),
	}
}
