import { AsyncLocalStorage } from 'node:async_hooks'
import type { Plugin } from 'vite'

/**
 * `bun run dev` only: fills in the page's placeholders, which the real server fills in for each request
 * (src-server/http/files/ui-files.ts). There is no content security policy here, so no nonce either.
 */
export function devPage(): Plugin {
	// Vite asks for the page's text without saying who asked for the page.
	const cookiesOfRequest = new AsyncLocalStorage<string>()
	return {
		name: 'backseat-dev-page',
		apply: 'serve',
		configureServer: ({ middlewares }) => {
			middlewares.use((request, _response, next) => cookiesOfRequest.run(request.headers.cookie ?? '', next))
		},
		transformIndexHtml: {
			order: 'pre',
			handler: (html) => {
				const cookies = cookiesOfRequest.getStore() ?? ''
				const hasSession = /(^|; )backseat_session=/.test(cookies)
				const isGuest = /(^|; )backseat_guest=/.test(cookies)
				return (
					html
						.replaceAll('%BASE_PATH%', '')
						.replaceAll('%NONCE%', '')
						.replaceAll('%SESSION%', hasSession ? 'live' : 'none')
						.replaceAll('%GUEST%', isGuest ? 'rated' : 'none')
						// No chat finds its way here.
						.replace('<!-- %HEAD% -->', '<title>Backseat</title>')
						// It would keep what vite is about to replace.
						.replaceAll('%SERVICE_WORKER%', 'none')
						// Here the app asks for everything itself.
						.replaceAll('"%ANSWERS%"', '{}')
				)
			},
		},
	}
}
