import type { LogSink } from '#server/log/log.ts'
import { errorText, type LogLevel, lineWriter } from '#server/log/log.ts'
import type { Config } from '#server/settings/config.ts'
import { clientOf } from './client.ts'

/** What the log and the metrics keep of an answered request. The route is a pattern: `/api/users/:id`, `/claim/*`. */
export type RequestEntry = { method: string; route: string; status: number; ms: number; requestId: string }

/**
 * What the server reports to its operator. Never bodies, cookies, queries, or addresses as they were asked for: claim, invite and reset links give access.
 */
export type Log = {
	/** One line for each; on a terminal only of failures, unless the operator wants them all. */
	request(entry: RequestEntry): void
	/**
	 * What happened to people: 'lina joined'. On a terminal only, where somebody reads along: files and journals keep no names.
	 * Never who rated, or when.
	 */
	person(text: string): void
	/** A bug that cost a person an answer. */
	problem(requestId: string, request: Request, error: unknown): void
	/** A bug beside all requests. */
	failure(what: string, error: unknown): void
	warn(text: string): void
	info(text: string): void
}

/** Asked every few seconds for years: only worth a line when something is wrong. */
const PROBES = new Set(['/api/health', '/api/ready', '/metrics'])

type LogSettings = Pick<Config, 'logLevel' | 'logFormat' | 'logRequests'>

export function createLog(
	{ logLevel, logFormat, logRequests }: LogSettings,
	sink?: LogSink,
	isTerminal = sink === undefined && process.stderr.isTTY === true,
): Log {
	const write = lineWriter(logLevel, logFormat, sink)
	const isForPeople = isTerminal && logFormat === 'text'
	return {
		request: (entry) => {
			const { method, route, status, requestId } = entry
			const level = levelOf(entry)
			if (isForPeople && !logRequests && level !== 'warning') return
			const ms = Math.round(entry.ms * 10) / 10
			const message = `${method} ${route} ${status} ${ms} ms ${requestId}`
			write({ level, message, fields: { method, route, status, ms, requestId } })
		},
		problem: (requestId, request, error) => {
			const { message, stack } = errorText(error)
			const [method, route] = [methodOf(request), clientOf(request).route]
			const fields = { method, route, requestId }
			write({ level: 'error', message: `${requestId} ${method} ${route}: ${message}`, fields, stack })
		},
		failure: (what, error) => {
			const { message, stack } = errorText(error)
			write({ level: 'error', message: `${what}: ${message}`, stack })
		},
		person: (message) => {
			if (isForPeople) write({ level: 'info', message })
		},
		warn: (message) => write({ level: 'warning', message }),
		info: (message) => write({ level: 'info', message }),
	}
}

function levelOf({ route, status }: RequestEntry): LogLevel {
	if (status >= 500) return 'warning'
	return PROBES.has(route) && status < 400 ? 'debug' : 'info'
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Made-up methods count as one: each would be a label of its own in the metrics. */
export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'OTHER')
