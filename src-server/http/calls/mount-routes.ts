import type { AnyElysia } from 'elysia'
import * as v from 'valibot'
import type { Call, Schema } from '#contract/call.ts'
import type { WriteTurns } from '#db/file/write-turns.ts'
import { respond } from '#server/http/answer.ts'
import { addressKey, type Client, clientOf, type Viewer } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import {
	checkHost,
	checkKnown,
	checkOwner,
	type Hosts,
	isActByLink,
	isClosed,
} from '#server/http/identity/permission.ts'
import { invalid } from '#server/http/problems.ts'
import { refuseLinksElsewhere } from '#server/http/request-gates.ts'
import type { KeptAnswers } from './kept-answers.ts'
import { keepKnownFields } from './known-fields.ts'
import { browserOf, Passing, type Received, type Route } from './route.ts'

/**
 * Mounts routes in the API. Elysia validates the input; this checks permissions and drops fields that the call does not
 * promise. `checksAnswers`, for tests, also requires every promised field.
 */
export function mountRoutes(
	api: AnyElysia,
	routes: readonly Route[],
	more: {
		identity: Identity
		hosts: Hosts
		kept: KeptAnswers
		turns: Pick<WriteTurns, 'share'>
		/** Finishes pending work for a guest after a write, before the answer; returns fields that it adds to the answer. */
		finish(guestKey: string | null): Promise<object | undefined>
		publicUrl: URL | null
		/** Throws if the viewer may not make this call here, whatever the contract says. */
		refuse?: ((call: Call, viewer: Viewer) => void) | undefined
		checksAnswers: boolean
	},
) {
	const { identity, hosts, kept, turns, finish, publicUrl, refuse, checksAnswers } = more
	for (const { call, handler, limit, isKept = false, noteReader } of routes) {
		const { method, path, who, params, query, body, isFile = false, answers } = call
		const statuses = Object.keys(answers).map(Number)
		const [onlyStatus] = statuses.length === 1 ? statuses : []
		const handle = handler as (received: Received<Call>) => unknown
		const send = senderOf(answers, checksAnswers)
		const isForSome = isClosed(call)
		api.route(
			method,
			path,
			// Elysia reads the source text of this function to find out which parts of a request to prepare.
			async ({ params, query, body, request }) => {
				const viewer = who === 'anyone' ? undefined : identity.viewerOf(request)
				const headers = headersOf(call, request)
				if (isFile && !(body instanceof Uint8Array)) throw invalid('invalid_input')
				if (viewer) checkOwner(call, { params, query, body }, viewer)
				const me = who === 'member' || who === 'host' ? viewer?.userId : undefined
				const client = clientOf(request)
				const ownHeaders: Record<string, string> = {}
				const setHeader = (name: string, value: string) => {
					ownHeaders[name] = value
				}
				if (limit && typeof me === 'number') limit.check(me)
				const received = {
					params,
					query,
					body,
					headers,
					viewer,
					me,
					setHeader,
					isHead: request.method === 'HEAD',
					isDesktopWindow: client.isDesktopWindow,
					proxyUser: client.proxyUser,
					stayConnected: client.stayConnected,
					address: addressKey(client),
					requestOrigin: client,
					browser: browserOf(identity, request),
				}
				const noteRead =
					noteReader &&
					((read: Request) => {
						if (!clientOf(read).isByToken) noteReader(identity.viewerOf(read).userId, params as never)
					})
				let keep = isKept ? kept.keeperFor(request, { route: client.route, viewer, noteRead }) : undefined
				const { cookies } = client
				const act = () => handle(received as Received<Call>)
				let said: unknown
				// Other GET calls write only data that can be saved later.
				try {
					said = isActByLink(call) ? await turns.share(act) : await act()
					if (viewer && method !== 'GET') {
						const added = await finish(viewer.guestKey)
						if (added) Object.assign(said as object, added)
					}
				} catch (error) {
					// A failed write was rolled back, so its cookies would name no session.
					client.cookies = cookies
					throw error
				}
				noteRead?.(request)
				if (said instanceof Passing) {
					keep = undefined
					said = said.body
				}
				if (onlyStatus !== undefined) return send(client, onlyStatus, said, ownHeaders, keep)
				const { status, body: content } = said as { status: number; body: unknown }
				return send(client, status, content, ownHeaders)
			},
			{
				params,
				query,
				body: isFile ? undefined : body,
				transform: ({ request }) => {
					// The log and metrics use the pattern, with ':id' instead of the id.
					clientOf(request).route = `/api${path}`
					// Permissions are checked before the body is validated, so that strangers learn nothing about its schema.
					if (!isForSome) return
					const viewer = identity.viewerOf(request)
					checkKnown(call, viewer)
					checkHost(call, { request, userId: viewer.userId, hosts })
					refuse?.(call, viewer)
					// A link on another site could trigger the call, because browsers send cookies with links.
					if (isActByLink(call)) refuseLinksElsewhere(request, publicUrl)
				},
			},
		)
	}
}

function senderOf(answers: Record<number, Schema>, checksAnswers: boolean) {
	const keepers = Object.entries(answers).map(([status, schema]) => [Number(status), keepKnownFields(schema)] as const)
	const keepKnown = Object.fromEntries(keepers)
	return (
		client: Client,
		status: number,
		content: unknown,
		headers: Record<string, string>,
		keep?: (body: string) => void,
	) => {
		const schema = answers[status]
		const known = keepKnown[status]
		if (!schema || !known) throw new Error(`This call does not answer ${status}`)
		if (content instanceof ReadableStream) {
			// An event stream sends something often enough to stay connected.
			if ('content-type' in headers) stayThroughPauses(client)
			return respond({ status, body: content, contentType: 'text/event-stream', headers, caching: 'private' }, client)
		}
		if (checksAnswers) v.assert(schema, content)
		if (content instanceof Blob) {
			stayThroughPauses(client)
			return respond({ status, body: content, contentType: content.type, headers, caching: 'private' }, client)
		}
		const body = content === undefined ? null : typeof content === 'string' ? content : JSON.stringify(known(content))
		if (body !== null) keep?.(body)
		const contentType = body === null ? undefined : 'application/json'
		return respond({ status, body, contentType, headers, caching: 'private' }, client)
	}
}

/** A phone with a weak signal pauses in the middle of a large file. Bun resets its limit to 10 s when an answer starts. */
function stayThroughPauses(client: Client) {
	setTimeout(() => client.stayConnected(PAUSE_MAX_SECONDS), 1000).unref()
}

const PAUSE_MAX_SECONDS = 60

function headersOf({ headers = {} }: Call, request: Request): Record<string, string | undefined> {
	const found: Record<string, string | undefined> = {}
	for (const name in headers) {
		const value = request.headers.get(name) ?? undefined
		if (value !== undefined && headers[name] && !v.is(headers[name], value))
			throw invalid({ reason: 'invalid_header', params: { name } })
		found[name] = value
	}
	return found
}
