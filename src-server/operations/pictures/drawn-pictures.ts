import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { type Picture, textOfPicture } from '#server/features/pictures/picture-content.ts'
import { busy } from '#server/http/problems.ts'
import type { PictureCache } from './picture-cache.ts'
import { isWholePng } from './png-check.ts'

/** Draws one picture. Not called again before it has answered. */
export type DrawPicture = (picture: Picture) => Promise<Uint8Array<ArrayBuffer>>

/** With the one that is being drawn. Beyond that people are asked to come back. */
const WAITING_MAX = 40

/** The same for the same picture, and for no other. */
export const nameOfPicture = (picture: Picture): string =>
	createHash('sha256').update(textOfPicture(picture)).digest('hex')

/** Pictures as they are asked for: kept ones at once, others drawn one after the other, each once for all who ask. */
export function drawnPictures({ draw, cache }: { draw: DrawPicture; cache: PictureCache }) {
	const oneAtATime = pLimit(1)
	const underway = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

	function begin(name: string, picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
		if (oneAtATime.activeCount + oneAtATime.pendingCount >= WAITING_MAX) throw busy()
		const keep = cache.keeperFor(name)
		const drawing = oneAtATime(() => draw(picture))
		underway.set(name, drawing)
		const end = () => underway.delete(name)
		// Whoever waits for it need not wait for the disk, too.
		void drawing.then(keep).then(end, end)
		return drawing
	}

	/** `beforeDrawing` is called if it has to be drawn for this one who asks; it may refuse. */
	return async function pictureFor(picture: Picture, beforeDrawing: () => void): Promise<Uint8Array<ArrayBuffer>> {
		const name = nameOfPicture(picture)
		const kept = underway.has(name) ? null : await cache.read(name)
		if (kept && isWholePng(kept, picture.shape)) return kept
		const begun = underway.get(name)
		if (begun) return begun
		beforeDrawing()
		return begin(name, picture)
	}
}
