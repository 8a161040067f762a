import type { Readable } from 'node:stream'
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron'
import type { HttpResponse } from '#desktop/web/limited-response.ts'

/**
 * Makes HTTP requests with Chromium's network stack, without following redirects. Not with `net.fetch`: an answer with a
 * status or header that the Fetch standard does not know makes it throw where nobody can catch it (electron#42244), and
 * the person at the screen gets an error box.
 */
export const httpGetter =
	(
		request: (options: ClientRequestConstructorOptions) => ClientRequest,
		whose: Pick<ClientRequestConstructorOptions, 'session' | 'credentials'>,
	) =>
	(url: string, signal: AbortSignal) =>
		new Promise<HttpResponse>((resolve, reject) => {
			const headers = { accept: 'application/json' }
			const asked = request({ ...whose, url, headers, redirect: 'error', cache: 'no-store' })
			asked.on('error', reject)
			asked.on('response', (response) => {
				// Electron's documentation says that it is one; its types do not.
				const body = response as unknown as Readable
				// Electron ends it with an error when it breaks off, also when nobody reads it any more.
				body.on('error', () => {})
				resolve({ status: response.statusCode, body })
			})
			signal.addEventListener('abort', () => {
				asked.abort()
				reject(signal.reason)
			})
			asked.end()
		})
