import { serverMessage } from '#ui/platform/api-client.ts'

export const pushFailureMessage = (error: unknown): string =>
	error instanceof DOMException
		? 'Your browser found no push service. Nothing has changed.'
		: serverMessage(error, 'Nothing has changed. Please try again.')
