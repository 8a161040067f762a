import { copyText } from './clipboard.ts'

export type Shareable = { title: string; text?: string; url: string }

/** Whether the device has a share sheet of its own; plain http on a home network has none. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/**
 * The device's share sheet where there is one, the clipboard otherwise.
 * Rejects only when nothing worked: say 'Copy failed' then.
 */
export async function shareOrCopy({ title, text, url }: Shareable): Promise<'shared' | 'copied' | 'dismissed'> {
	if (canShare()) {
		try {
			await navigator.share({ title, text, url })
			return 'shared'
		} catch (error) {
			// Closing the sheet is an answer too; anything else (no permission, no target) still leaves the clipboard.
			if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
		}
	}
	await copyText(text ? `${text} ${url}` : url)
	return 'copied'
}

export const whatsAppLink = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`

/** No number: the phone asks for whom. `?&body=` is what both Android and iOS understand. */
export const smsLink = (text: string): string => `sms:?&body=${encodeURIComponent(text)}`
