import type { AnyElysia } from 'elysia'
import * as v from 'valibot'
import type { Call } from '#contract/call.ts'
import { clientOf } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import { checkKnown, checkOwner, isClosed } from '#server/http/identity/permission.ts'
import { invalid } from '#server/http/problems.ts'
import type { Received, Route } from './route.ts'

/** Puts routes into the API. Elysia checks what comes in and what goes out; who may is checked here, for all of them. */
export function mountRoutes(api: AnyElysia, routes: readonly Route[], identity: Identity) {
	for (const { call, handler } of routes) {
		const { method, path, who, params, query, body, answers } = call
		const statuses = Object.keys(answers).map(Number)
		const [onlyStatus] = statuses.length === 1 ? statuses : []
		const handle = handler as (received: Received<Call>) => unknown
		api.route(
			method,
			path,
			// Elysia reads this text to find out what a request has to be prepared for.
			async ({ params, query, body, request, set, status }) => {
				const viewer = who === 'anyone' ? undefined : identity.viewerOf(request)
				const headers = headersOf(call, request)
				if (viewer) checkOwner(call, { params, query, body }, viewer)
				const me = who === 'member' ? viewer?.userId : undefined
				const setHeader = (name: string, value: string) => {
					set.headers[name] = value
				}
				const client = clientOf(request)
				const received = { params, query, body, headers, client, request, setHeader, viewer, me }
				const said = await handle(received as Received<Call>)
				if (onlyStatus !== undefined) return status(onlyStatus, said)
				const { status: chosen, body: content } = said as { status: number; body: unknown }
				return status(chosen, content)
			},
			{
				params,
				query,
				body,
				response: answers,
				// Before the body is looked at: strangers learn nothing about it.
				transform: isClosed(call) ? ({ request }) => checkKnown(call, identity.viewerOf(request)) : [],
			},
		)
	}
}

function headersOf({ headers = {} }: Call, request: Request): Record<string, string | undefined> {
	const found: Record<string, string | undefined> = {}
	for (const name in headers) {
		const value = request.headers.get(name) ?? undefined
		if (value !== undefined && headers[name] && !v.is(headers[name], value)) throw invalid(`Invalid ${name}`)
		found[name] = value
	}
	return found
}
