import { errorText } from '#server/process/log/error-text.ts'
import { type LogLevel, lineWriter } from '#server/process/log/log.ts'
import type { Sink } from '#server/process/log/log-sink.ts'
import type { Config } from '#server/settings/config.ts'
import { routeOf } from './client.ts'

/** What is remembered of a request once it is answered. The route is a pattern: `/api/users/:id`, `/claim/*`. */
export type RequestSeen = { method: string; route: string; status: number; ms: number; requestId: string }

/**
 * Where the server writes what it must tell its operator. Never bodies, cookies, queries, or addresses as they were
 * asked for: claim, invite and reset links open doors.
 */
export type Log = {
	/** One line for each. */
	request(seen: RequestSeen): void
	/** A bug that cost somebody an answer. */
	problem(requestId: string, request: Request, error: unknown): void
	/** A bug beside all requests. */
	failure(what: string, error: unknown): void
	warn(text: string): void
	info(text: string): void
}

/** Asked every few seconds for years: only worth a line when something is wrong. */
const PROBES = new Set(['/api/health', '/api/ready', '/metrics'])

export function createLog({ logLevel, logFormat }: Pick<Config, 'logLevel' | 'logFormat'>, sink?: Sink): Log {
	const write = lineWriter(logLevel, logFormat, sink)
	return {
		request: (seen) => {
			const { method, route, status, requestId } = seen
			const ms = Math.round(seen.ms * 10) / 10
			const message = `${method} ${route} ${status} ${ms} ms ${requestId}`
			write({ level: levelOf(seen), message, fields: { method, route, status, ms, requestId } })
		},
		problem: (requestId, request, error) => {
			const { message, stack } = errorText(error)
			const [method, route] = [methodOf(request), routeOf(request)]
			const fields = { method, route, requestId }
			write({ level: 'error', message: `${requestId} ${method} ${route}: ${message}`, fields, stack })
		},
		failure: (what, error) => {
			const { message, stack } = errorText(error)
			write({ level: 'error', message: `${what}: ${message}`, stack })
		},
		warn: (message) => write({ level: 'warning', message }),
		info: (message) => write({ level: 'info', message }),
	}
}

/** For what happens before anybody said how the log should look. */
export const consoleLog: Log = createLog({ logLevel: 'info', logFormat: 'text' })

function levelOf({ route, status }: RequestSeen): LogLevel {
	if (status >= 500) return 'warning'
	return PROBES.has(route) && status < 400 ? 'debug' : 'info'
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** A method anybody made up is not worth a word of its own. */
export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'OTHER')
