import { ApiError } from '#ui/platform/api-client.ts'
import { canShare, type Shareable } from './share.ts'

/** Longer than drawing it takes, also behind twenty others; nobody looks at a skeleton for longer. */
const PATIENCE_MS = 20_000

/** The picture at an address of this instance. Rejects like a call of its API. */
export async function pictureAt(address: string): Promise<Blob> {
	const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })
	if (!response.ok) throw new ApiError(response.status, (await response.text()) || response.statusText)
	return response.blob()
}

export const pictureFile = (picture: Blob, name: string): File => new File([picture], name, { type: 'image/png' })

/** Whether the device's share sheet takes pictures; asked with one, as the answer depends on the kind of file. */
export const canSharePictures = (): boolean =>
	canShare() && navigator.canShare?.({ files: [new File(['.'], 'picture.png', { type: 'image/png' })] }) === true

/**
 * 'refused' is mostly for want of a fresh tap: browsers open the sheet only within seconds of one, and the picture may
 * have taken longer.
 */
export async function sharePicture(file: File, { title, text, url }: Shareable) {
	try {
		await navigator.share({ title, text, url, files: [file] })
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
