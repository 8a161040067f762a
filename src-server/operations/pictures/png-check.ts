import { PICTURE_SIZES } from '#contract/pictures.ts'
import type { PictureShape } from '#server/features/pictures/picture-content.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Length, name and checksum of each chunk. */
const AROUND_DATA = 12

/** Whether these bytes are a PNG of this shape, each chunk with the checksum it says, and nothing before or after. */
export function isWholePng(bytes: Uint8Array, shape: PictureShape): boolean {
	const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
	if (!png.subarray(0, 8).equals(SIGNATURE)) return false
	let last = ''
	let at = 8
	while (at + AROUND_DATA <= png.length) {
		const end = at + AROUND_DATA + png.readUInt32BE(at)
		if (end > png.length || Bun.hash.crc32(png.subarray(at + 4, end - 4)) !== png.readUInt32BE(end - 4)) return false
		last = png.toString('latin1', at + 4, at + 8)
		if (at === 8 && !(last === 'IHDR' && isOfShape(png, shape))) return false
		at = end
	}
	return last === 'IEND' && at === png.length
}

function isOfShape(png: Buffer, shape: PictureShape): boolean {
	const [width, height] = PICTURE_SIZES[shape]
	return png.readUInt32BE(16) === width && png.readUInt32BE(20) === height
}
