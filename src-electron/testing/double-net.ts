import { Readable } from 'node:stream'
import { Emitter } from './double-events.ts'
import type { Session } from './double-session.ts'

/* Part of the fake Electron (electron-double.ts): HTTP requests of the app itself. */

type RequestOptions = {
	url: string
	redirect: string
	credentials: string
	session?: Session
	headers: Record<string, string>
}

/** A request that is sent in the next turn; the response is a stream, as in Node. */
class ClientRequest extends Emitter {
	private readonly stop = new AbortController()

	constructor(private readonly options: RequestOptions) {
		super('response', 'error')
		if (options.redirect !== 'error') throw new Error('The double of Electron follows no redirects')
		if (options.credentials !== (options.session ? 'include' : 'omit'))
			throw new Error('The double of Electron sends the cookies of a session, or none')
	}

	abort = () => this.stop.abort()

	end() {
		const { url, headers, session } = this.options
		const asked = session
			? session.ask(url, headers)
			: fetch(url, { headers, redirect: 'error', signal: this.stop.signal })
		void asked.then(
			async (answer) => {
				const body = Readable.from([Buffer.from(await answer.arrayBuffer())])
				this.emit('response', Object.assign(body, { statusCode: answer.status }))
			},
			(error: unknown) => this.emit('error', error),
		)
	}
}

export const net = { request: (options: RequestOptions) => new ClientRequest(options) }
