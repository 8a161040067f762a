import type { Picture } from '#server/features/pictures/picture-content.ts'
import { pictureSvg } from './picture-svg.tsx'
import { loadRasterizer } from './rasterizer.ts'

/** Draws a picture as PNG. Takes a tenth of a second of this thread, the first time longer. */
export async function drawPicture(picture: Picture): Promise<Uint8Array<ArrayBuffer>> {
	const png = await loadRasterizer()
	return png(pictureSvg(picture))
}
