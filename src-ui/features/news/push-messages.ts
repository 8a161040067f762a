import { t } from '#contract/text.ts'
import { serverMessage } from '#ui/platform/api-client.ts'

export const pushFailureMessage = (error: unknown): string =>
	error instanceof DOMException
		? t('Your browser found no push service. Nothing has changed.')
		: serverMessage(error, t('Nothing has changed. Please try again.'))
