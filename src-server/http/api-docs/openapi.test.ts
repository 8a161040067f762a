import { beforeAll, describe, expect, test } from 'bun:test'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { everyCall } from '#contract/every-call.ts'
import * as fieldMessages from '#contract/field-messages.ts'
import { IMPRESSION_KEYS } from '#contract/impressions.ts'
import type { Problem } from '#contract/problems.ts'
import { type Because, sentenceOf } from '#contract/reasons.ts'
import { exampleBody } from '#server/testing/example-body.ts'
import { type TestBrowser, testApp } from '#server/testing/test-app.ts'
import { schemaWords } from './json-schemas.ts'

type Schema = Record<string, unknown>
type Content = Record<string, { schema?: Schema }>
type Operation = {
	operationId: string
	tags: string[]
	summary: string
	security: object[]
	parameters: { name: string; in: string; schema: Schema; description: string }[]
	requestBody?: { content: Content }
	responses: Record<string, { $ref?: string; description?: string; content?: Content }>
}
type OpenApi = {
	servers: { url: string }[]
	tags: { name: string }[]
	paths: Record<string, Record<string, Operation>>
	components: { schemas: Record<string, Schema & { description?: string; required?: string[] }>; responses: object }
}

async function readDocument(basePath = ''): Promise<OpenApi> {
	const { body } = await testApp({ apiDocs: true, basePath }).browser().get(`${basePath}/api/docs/json`)
	return body as OpenApi
}

let document: OpenApi
beforeAll(async () => {
	document = await readDocument()
})

const operations = () =>
	Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ key: `${method.toUpperCase()} ${path}`, path, operation })),
	)

function schemasIn(value: unknown, at: string): { at: string; schema: Schema }[] {
	if (typeof value !== 'object' || value === null) return []
	return Object.entries(value).flatMap(([key, inner]) => {
		const here = `${at}/${key}`
		const isSchema = ['schema', 'items', 'additionalProperties'].includes(key) || at.endsWith('/properties')
		const listed = ['anyOf', 'allOf', 'oneOf'].some((list) => at.endsWith(list))
		return [...(isSchema || listed ? [{ at: here, schema: inner as Schema }] : []), ...schemasIn(inner, here)]
	})
}

describe('the document is complete', () => {
	test('every route is in it, and nothing else', () => {
		const routes = testApp().routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)

		expect(operations().length).toBeGreaterThan(35)
		expect(
			operations()
				.map(({ key }) => key)
				.sort(),
		).toEqual(routes.sort())
	})

	test('every call says what it is for, who may, what goes in, and what comes out, mistakes too', () => {
		const tags = document.tags.map(({ name }) => name)
		for (const { key, operation } of operations()) {
			const { summary, tags: own, security, responses, parameters } = operation
			const statuses = Object.keys(responses)
			expect([key, summary?.length > 4]).toEqual([key, true])
			expect([key, own?.length === 1 && own.every((tag) => tags.includes(tag))]).toEqual([key, true])
			expect([key, Array.isArray(security)]).toEqual([key, true])
			expect([key, statuses.some((status) => status < '300')]).toEqual([key, true])
			expect([key, statuses.filter((status) => status >= '400').length >= 4]).toEqual([key, true])
			for (const { name, description } of parameters)
				expect([key, name, typeof description]).toEqual([key, name, 'string'])
			for (const { $ref, description, content } of Object.values(responses))
				expect([
					key,
					$ref ? 'shared' : typeof description,
					content === undefined || Object.keys(content).length > 0,
				]).toEqual([key, $ref ? 'shared' : 'string', true])
		}
		expect(new Set(operations().map(({ operation }) => operation.operationId)).size).toBe(operations().length)
	})

	test('no answer but 204 is without a content, and no schema is empty', () => {
		for (const { key, operation } of operations()) {
			const without = Object.entries(operation.responses).filter(([, { $ref, content }]) => !$ref && !content)
			expect([key, without.map(([status]) => status).filter((status) => status !== '204')]).toEqual([key, []])
		}
		const schemas = schemasIn([document.paths, document.components], '')
		expect(schemas.length).toBeGreaterThan(300)
		for (const { at, schema } of schemas) expect([at, Object.keys(schema).length > 0]).toEqual([at, true])
		for (const content of operations().map(({ operation }) => operation.requestBody?.content))
			if (content) expect(Object.entries(content)).toEqual([['application/json', { schema: expect.anything() }]])
	})

	test('every schema with a name has words, and is used', () => {
		for (const [name, { description }] of Object.entries(document.components.schemas)) {
			expect([name, typeof description]).toEqual([name, 'string'])
			expect([name, JSON.stringify(document).includes(`"#/components/schemas/${name}"`)]).toEqual([name, true])
		}
		expect(Object.keys(schemaWords).filter((name) => !document.components.schemas[name])).toEqual([])
	})

	test('every call that takes a body says which', () => {
		for (const { call } of everyCall) {
			const { method, path, body } = call
			const key = `/api${path.replace(/:(\w+)/g, '{$1}')}`
			const said = document.paths[key]?.[method.toLowerCase()]?.requestBody
			expect([method, path, said !== undefined]).toEqual([method, path, body !== undefined])
		}
	})
})

test('linters find nothing wrong with it', async () => {
	const config = await createConfig({
		extends: ['recommended'],
		rules: {
			// The document describes an operator's own server, to which the code's licence does not apply.
			'info-license': 'off',
			// `/ghost-drivers/claim/rotate-token` would match two paths, but no id is 'claim' and no token is that short.
			'no-ambiguous-paths': 'off',
			'parameter-description': 'error',
			'operation-tag-defined': 'error',
			'operation-operationId': 'error',
			'no-unused-components': 'error',
			'spec-strict-refs': 'error',
		},
	})
	for (const each of [document, await readDocument('/rides')]) {
		const problems = await lintFromString({ source: JSON.stringify(each), config })
		expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
	}
})

test('under a base path the same calls are described, below another server', async () => {
	const below = await readDocument('/rides')

	expect(below.servers).toEqual([{ url: '/rides' }])
	expect(document.servers).toEqual([{ url: '/' }])
	expect(below.paths).toEqual(document.paths)
	expect(JSON.stringify(below.components)).toContain('"__Secure-backseat_session"')
	expect(JSON.stringify(document.components)).toContain('"__Host-backseat_session"')
})

const send = (who: TestBrowser, key: string, path: string, body: unknown) => {
	const [method] = key.split(' ')
	if (method === 'GET') return who.get(path)
	if (method === 'POST') return who.post(path, body)
	if (method === 'PUT') return who.put(path, body)
	if (method === 'PATCH') return who.patch(path, body)
	return who.delete(path, body)
}

test('what it says of who may call is so', async () => {
	const app = testApp()
	for (const { key, path, operation } of operations()) {
		const { status } = await send(app.browser(), key, path.replace(/\{\w+\}/g, '7'), { nonsense: true })
		const isForStrangers =
			operation.security.length === 0 || operation.security.some((way) => Object.keys(way).length === 0)
		expect([key, status === 401]).toEqual([key, !isForStrangers])
	}
})

/** A language can say it: the sentence is that of its reason, or a form's message. */
const hasReason = ({ code, reason, params, message }: Problem) =>
	reason === undefined
		? code === 'invalid' && Object.values<unknown>(fieldMessages).includes(message)
		: sentenceOf({ reason, params } as Because) === message

test('no answer comes that it does not know or that gives no reason: to strangers, members and nonsense alike', async () => {
	const app = testApp({ smtpUrl: null })
	const [mum, dad] = [await app.member('mum'), await app.member('dad')]
	const ghost = await app.ghost(mum)
	const rating = await app.rate(dad, mum.id)
	const ids = [mum.id, dad.id, ghost.id, rating.id, 7, 'nonsense', ghost.ghostClaimToken]
	const bodies = [
		undefined,
		'{',
		'"text"',
		{},
		{ username: 'mum', password: mum.password, userId: mum.id, driverId: dad.id, creatorId: dad.id },
		{ token: ghost.ghostClaimToken, username: 'someone', password: 'long-enough' },
		{ padding: 'x'.repeat(20_000) },
	]
	const exampleOf = ({ operationId }: Operation) =>
		exampleBody(everyCall.find(({ name }) => name === operationId)?.call ?? {}, { id: mum.id })
	const unknown: string[] = []
	const refused: Problem[] = []
	let asked = 0
	const isLogOut = ({ operation }: { operation: Operation }) => operation.operationId === 'logOut'
	const inOrder = operations().toSorted((a, b) => Number(isLogOut(a)) - Number(isLogOut(b)))
	for (const { key, path, operation } of inOrder)
		for (const who of [app.browser(), mum, dad])
			for (const id of path.includes('{') ? ids : [''])
				for (const body of key.startsWith('GET') ? [undefined] : [...bodies, exampleOf(operation)]) {
					const { status, body: said } = await send(who, key, path.replace(/\{\w+\}/, String(id)), body)
					if (status >= 400) refused.push(said as Problem)
					asked++
					if (!operation.responses[status]) unknown.push(`${key} ${status}`)
				}

	expect(asked).toBeGreaterThan(500)
	expect(unknown).toEqual([])
	expect(refused.length).toBeGreaterThan(500)
	expect(refused.filter((problem) => !hasReason(problem))).toEqual([])
}, 60_000)

test('what people must send is what it says they must', () => {
	const required = (name: string) => document.components.schemas[name]?.required

	expect(required('Login')).toEqual(['username', 'password'])
	expect(required('SignUp')).toEqual(['username', 'password'])
	expect(required('Claim')).toEqual(['token'])
	expect(required('NewGhost')).toEqual(['username'])
	expect(required('NewRating')).toEqual(['driverId', ...IMPRESSION_KEYS, 'starRating'])
	expect(document.components.schemas.Username).toMatchObject({
		type: 'string',
		minLength: 3,
		maxLength: 20,
		pattern: '^[A-Za-z0-9._-]+$',
	})
	expect(document.components.schemas.UserId).toMatchObject({ type: 'integer', minimum: 1 })
	expect(document.components.schemas.OptionalEmail).toMatchObject({ anyOf: [{ format: 'email' }, { type: 'null' }] })
	expect(document.paths['/api/users/{id}/data']?.get?.responses['200']?.content).toHaveProperty('text/csv')
	expect(document.paths['/api/ratings']?.post?.parameters).toMatchObject([
		{ name: 'Idempotency-Key', in: 'header' },
		{ name: 'Browser-Key', in: 'header' },
	])
})
