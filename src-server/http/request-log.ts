import type { LogSink } from '#server/log/log.ts'
import { errorText, type LogLevel, lineWriter } from '#server/log/log.ts'
import { isTerminal } from '#server/log/standard-output.ts'
import type { Config } from '#server/settings/config.ts'
import { clientOf } from './client.ts'

/** The route is a pattern, such as `/api/users/:id` or `/claim/*`, because log and metrics keep no ids. */
export type RequestEntry = { method: string; route: string; status: number; ms: number; requestId: string }

/**
 * Reports to the operator. It never contains bodies, cookies, queries or full addresses: claim, invite and reset links
 * give access.
 */
export type Log = {
	/** One line per request; a terminal shows only failures, unless the operator wants all. */
	request(entry: RequestEntry): void
	/**
	 * Events about people, such as 'lina joined'. Only an attended terminal shows them: files and journals keep no names.
	 * Never who rated, or when.
	 */
	person(text: string): void
	problem(requestId: string, request: Request, error: unknown): void
	failure(what: string, error: unknown): void
	warn(text: string): void
	info(text: string): void
}

/** Monitors call these every few seconds, so only failures are logged. */
const PROBES = new Set(['/api/health', '/api/ready', '/metrics'])

type LogSettings = Pick<Config, 'logLevel' | 'logFormat' | 'logRequests'>

export function createLog(
	{ logLevel, logFormat, logRequests }: LogSettings,
	sink?: LogSink,
	isForTerminal = sink === undefined && isTerminal(2),
): Log {
	const write = lineWriter(logLevel, logFormat, sink)
	const isForPeople = isForTerminal && logFormat === 'text'
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

/** Counts unknown methods as one, because each would become a metrics label. */
export const methodOf = ({ method }: Request): string => (METHODS.has(method) ? method : 'OTHER')
