import { Readable } from 'node:stream'
import { Emitter } from './double-events.ts'
import type { Session } from './double-session.ts'

/* Part of the double of Electron (electron-double.ts): what the app asks the web for itself. */

type Wish = { url: string; redirect: string; credentials: string; session?: Session; headers: Record<string, string> }

/** A question that is put at the next turn, and whose answer comes as Node's do. */
class ClientRequest extends Emitter {
	private readonly stop = new AbortController()

	constructor(private readonly wish: Wish) {
		super('response', 'error')
		if (wish.redirect !== 'error') throw new Error('The double of Electron follows no redirects')
		if (wish.credentials !== (wish.session ? 'include' : 'omit'))
			throw new Error('The double of Electron sends the cookies of a session, or none')
	}

	abort = () => this.stop.abort()

	end() {
		const { url, headers, session } = this.wish
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

export const net = { request: (wish: Wish) => new ClientRequest(wish) }
