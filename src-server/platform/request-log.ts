import { styleText } from 'node:util'

/** Where the server writes what it must tell its operator. Never bodies, cookies or claim tokens. */
export type Log = { problem(requestId: string, request: Request, error: unknown): void; warn(text: string): void }

/** An address without what opens doors: claim tokens are cut out, queries left away. */
export const loggablePath = (url: string) => new URL(url).pathname.replace(/(\/claim\/)[^/]+/, '$1…')

export const consoleLog: Log = {
	problem: (requestId, request, error) => {
		const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
		process.stderr.write(
			`${styleText('red', 'error')} ${requestId} ${request.method} ${loggablePath(request.url)}\n${text}\n`,
		)
	},
	warn: (text) => {
		process.stderr.write(`${styleText('yellow', 'warning')} ${text}\n`)
	},
}
