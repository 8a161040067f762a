import { ApiError } from '#ui/platform/api-client.ts'

export type Shareable = { title: string; text?: string; url: string }

/** Requires a secure context, so not on plain http. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/** Uses the share sheet, or else the clipboard. Rejects if both fail: show 'Copy failed' then. */
export async function shareOrCopy(what: Shareable): Promise<'shared' | 'copied' | 'dismissed'> {
	const { title, text, url } = what
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

export const wholeText = ({ text, url }: Shareable): string => (text ? `${text} ${url}` : url)

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

/** Longer than drawing takes behind twenty queued pictures. */
const PATIENCE_MS = 20_000

/** Rejects like a call of the API. */
export async function pictureAt(address: string): Promise<Blob> {
	const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
	if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
	return response.blob()
}

/** Keeps letters and digits of any script, which excludes forbidden and invisible characters. */
const asFileName = (name: string): string =>
	name
		.toLowerCase()
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== '')
		.join('-') || 'driver'

/** `of` is the subject's name. */
export const pictureFile = (picture: Blob, of: string): File =>
	new File([picture], `backseat-${asFileName(of)}.png`, { type: 'image/png' })

/** Tests with a sample file, because support depends on the file type. */
export const canSharePictures = (): boolean =>
	canShare() && navigator.canShare?.({ files: [new File(['.'], 'picture.png', { type: 'image/png' })] }) === true

/** 'refused' usually means that the tap is too old: browsers open the sheet only within seconds of one. */
export async function sharePicture(file: File, beside: Omit<Shareable, 'url'> & { url?: string | undefined }) {
	const { title, text, url } = beside
	try {
		await navigator.share({ title, text, ...(url !== undefined && { url }), files: [file] })
		return 'shared'
	} catch (error) {
		// Closing the sheet is a choice.
		return error instanceof DOMException && error.name === 'AbortError' ? 'dismissed' : 'refused'
	}
}

/** Requires a secure context, so not on plain http. */
export const canCopyPictures = (): boolean =>
	typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function'

export const copyPicture = (picture: Blob): Promise<void> =>
	navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
