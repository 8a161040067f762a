import { serverMessage } from '#ui/platform/api-client.ts'

/** The reason that push could not be enabled: the server's message, or one for the browser's error. */
export const pushFailureMessage = (error: unknown): string =>
	error instanceof DOMException
		? 'Your browser found no push service. Nothing has changed.'
		: serverMessage(error, 'Nothing has changed. Please try again.')
