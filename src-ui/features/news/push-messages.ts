import { serverMessage } from '#ui/platform/api-client.ts'

/** Why this phone was not made to ring: the server's words, or what the browser had to say. */
export const pushFailureMessage = (error: unknown): string =>
	error instanceof DOMException
		? 'Your browser found no push service. Nothing has changed.'
		: serverMessage(error, 'Nothing has changed. Please try again.')
