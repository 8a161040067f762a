export type Shareable = { title: string; text?: string; url: string }

/** Requires a secure context, so not on plain http. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Uses the share sheet, or else the clipboard. Rejects if both fail: show 'Copy failed' then. */
export async function shareOrCopy(what: Shareable): Promise<'shared' | 'copied' | 'dismissed'> {
	const { title, text } = what
	const url = forChat(what.url)
	if (canShare()) {
		try {
			await navigator.share({ title, text, url })
			return 'shared'
		} catch (error) {
			// Closing the sheet is a choice; after any other error (no permission, no target) the clipboard still works.
			if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
		}
	}
	await copyText(wholeText(what))
	return 'copied'
}

export const wholeText = ({ text, url }: Shareable): string => (text ? `${text} ${forChat(url)}` : forChat(url))

/** Chats show the page of a link in the language of its sender, which the server writes into the page if it is not its own. */
export const forChat = (url: string): string => url + (document.documentElement.dataset.linkQuery ?? '')

export const whatsAppLink = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`

/** Without a number the phone asks for the recipient. Both Android and iOS understand `?&body=`. */
export const smsLink = (text: string): string => `sms:?&body=${encodeURIComponent(text)}`

/** Rejects if both the clipboard API and `execCommand` fail. */
export async function copyText(text: string): Promise<void> {
	// navigator.clipboard is missing on plain http and may reject without permission or focus.
	if (navigator.clipboard) {
		try {
			return await navigator.clipboard.writeText(text)
		} catch {
			// Fall through to execCommand.
		}
	}
	if (!copyThroughSelection(text)) throw new Error('The browser refused to copy')
}

function copyThroughSelection(text: string): boolean {
	const focused = document.activeElement
	const area = document.createElement('textarea')
	area.value = text
	area.readOnly = true // no on-screen keyboard
	area.style.position = 'fixed'
	area.style.opacity = '0'
	// A dialog traps the focus, so the text area must be inside it.
	const home = focused?.closest('[role="dialog"]') ?? document.body
	home.append(area)
	area.select()
	area.setSelectionRange(0, text.length) // iOS ignores select()
	try {
		return document.execCommand('copy')
	} catch {
		return false
	} finally {
		area.remove()
		if (focused instanceof HTMLElement) focused.focus()
	}
}
