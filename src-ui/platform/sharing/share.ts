import { ApiError } from '#ui/platform/api-client.ts'

export type Shareable = { title: string; text?: string; url: string }

/** Whether the device has a share sheet of its own; plain http on a home network has none. */
export const canShare = (): boolean => typeof navigator.share === 'function'

/**
 * The device's share sheet where there is one, the clipboard otherwise.
 * Rejects only when nothing worked: say 'Copy failed' then.
 */
export async function shareOrCopy(what: Shareable): Promise<'shared' | 'copied' | 'dismissed'> {
	const { title, text, url } = what
	if (canShare()) {
		try {
			await navigator.share({ title, text, url })
			return 'shared'
		} catch (error) {
			// Closing the sheet is an answer too; anything else (no permission, no target) still leaves the clipboard.
			if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
		}
	}
	await copyText(wholeText(what))
	return 'copied'
}

/** Words and link, as a message has them. */
export const wholeText = ({ text, url }: Shareable): string => (text ? `${text} ${url}` : url)

export const whatsAppLink = (text: string): string => `https://wa.me/?text=${encodeURIComponent(text)}`

/** No number: the phone asks for whom. `?&body=` is what both Android and iOS understand. */
export const smsLink = (text: string): string => `sms:?&body=${encodeURIComponent(text)}`

/** Resolves when the text is on the clipboard, rejects when the browser refused both ways. */
export async function copyText(text: string): Promise<void> {
	// Plain http on a home network has no navigator.clipboard; it may also refuse for lack of permission or focus.
	if (navigator.clipboard) {
		try {
			return await navigator.clipboard.writeText(text)
		} catch {
			// Try the old way.
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
	// Inside an open dialog only the dialog may hold focus.
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

/** Longer than drawing it takes, also behind twenty others; nobody looks at a skeleton for longer. */
const PATIENCE_MS = 20_000

/** The picture at an address of this instance. Rejects like a call of its API. */
export async function pictureAt(address: string): Promise<Blob> {
	const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
	if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
	return response.blob()
}

/** Letters and digits of any script: what systems refuse in names of files, and what hides in them, are neither. */
const asFileName = (name: string): string =>
	name
		.toLowerCase()
		.split(/[^\p{L}\p{M}\p{N}]+/u)
		.filter((word) => word !== '')
		.join('-') || 'driver'

/** `of`: whom it shows. */
export const pictureFile = (picture: Blob, of: string): File =>
	new File([picture], `backseat-${asFileName(of)}.png`, { type: 'image/png' })

/** Whether the device's share sheet takes pictures; asked with one, as the answer depends on the kind of file. */
export const canSharePictures = (): boolean =>
	canShare() && navigator.canShare?.({ files: [new File(['.'], 'picture.png', { type: 'image/png' })] }) === true

/**
 * 'refused' is mostly for want of a fresh tap: browsers open the sheet only within seconds of one, and the picture may
 * have taken longer.
 */
export async function sharePicture(file: File, beside: Omit<Shareable, 'url'> & { url?: string | undefined }) {
	const { title, text, url } = beside
	try {
		await navigator.share({ title, text, ...(url !== undefined && { url }), files: [file] })
		return 'shared'
	} catch (error) {
		// Closing the sheet is an answer too.
		return error instanceof DOMException && error.name === 'AbortError' ? 'dismissed' : 'refused'
	}
}

/** Not on plain http, where browsers offer no clipboard to pages. */
export const canCopyPictures = (): boolean =>
	typeof ClipboardItem === 'function' && typeof navigator.clipboard?.write === 'function'

export const copyPicture = (picture: Blob): Promise<void> =>
	navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })])
