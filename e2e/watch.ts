import type { BrowserContext, Page } from '@playwright/test'
import { noteSecretsOf } from './secrets.ts'

/** What a test announces beforehand; everything else in the console fails it. */
export type Announced = {
	/** Answers of these statuses will come: 404 for a missing driver, say. */
	statuses: Set<number>
	/** The server will be away. */
	noAnswer: boolean
}

const REFUSED = /^Failed to load resource: the server responded with a status of (\d+)/
const NO_ANSWER = /^Failed to load resource: net::ERR_/

/** React writes down the error that the breakdown screen shows. */
const isShownAsBreakdown = (text: string, { statuses, noAnswer }: Announced) =>
	(noAnswer && text.startsWith('TypeError: Failed to fetch')) ||
	statuses.has(Number(text.match(/^ApiError: (\d+)/)?.[1]))

/**
 * Watches every page of a browser for as long as it is open: errors in the console, exceptions, breaches of the content
 * security policy, requests to anybody but us, or outside our base path. Each ends up in `troubles`.
 */
export async function watch(context: BrowserContext, ourAddress: string, troubles: string[]): Promise<Announced> {
	const announced: Announced = { statuses: new Set(), noAnswer: false }
	const trouble = (page: Page, what: string) => troubles.push(`${page.url()}: ${what}`)

	await context.addInitScript(() => {
		document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
			// biome-ignore lint/suspicious/noConsole: the console is what is being watched
			console.error(`Content security policy: ${violatedDirective} ${blockedURI} ${sample}`),
		)
	})
	const watchPage = (page: Page) => {
		page.on('pageerror', (error) => trouble(page, `exception: ${error.stack ?? error.message}`))
		page.on('crash', () => trouble(page, 'the page crashed'))
		page.on('console', (message) => {
			const text = message.text()
			// A policy that the browser does not know is a warning only, on every page.
			if (message.type() !== 'error' && !text.includes('Permissions-Policy')) return
			const status = text.match(REFUSED)?.[1]
			if (status && announced.statuses.has(Number(status))) return
			if (NO_ANSWER.test(text) && announced.noAnswer) return
			if (isShownAsBreakdown(text, announced)) return
			trouble(page, `console: ${text} (${message.location().url})`)
		})
		page.on('request', (request) => {
			// backseat: is for the desktop app on the same computer.
			if (/^(data|blob|about|backseat):/.test(request.url()) || request.url().startsWith(ourAddress)) return
			trouble(page, `asked somebody else: ${request.url()}`)
		})
	}
	context.on('page', watchPage)
	noteSecretsOf(context)
	return announced
}
