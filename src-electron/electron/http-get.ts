import type { Readable } from 'node:stream'
import type { ClientRequest, ClientRequestConstructorOptions } from 'electron'
import type { HttpResponse } from '#desktop/web/limited-response.ts'

/**
 * Makes HTTP requests with Chromium's network stack, without following redirects. `net.fetch` does not work here: a status or
 * header outside the Fetch standard makes it throw an uncatchable error (electron#42244), which the user sees as an error box.
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
				// Electron's documentation calls it a Readable, but its types do not.
				const body = response as unknown as Readable
				// Electron emits an error when the response is cut off, even when the reader has stopped.
				body.on('error', () => {})
				resolve({ status: response.statusCode, body })
			})
			signal.addEventListener('abort', () => {
				asked.abort()
				reject(signal.reason)
			})
			asked.end()
		})
