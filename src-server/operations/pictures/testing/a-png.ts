import { deflateSync } from 'node:zlib'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import type { PictureShape } from '#server/operations/pictures/picture-content.ts'

/** A valid PNG of this size in a single grey. */
export function aPng(shape: PictureShape): Uint8Array<ArrayBuffer> {
	const [width, height] = PICTURE_SIZES[shape]
	const header = Buffer.alloc(13)
	header.writeUInt32BE(width, 0)
	header.writeUInt32BE(height, 4)
	// Eight bits, greyscale.
	header[8] = 8
	const rows = Buffer.alloc((width + 1) * height)
	const parts = [
		Buffer.from('89504e470d0a1a0a', 'hex'),
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	]
	return new Uint8Array(Buffer.concat(parts))
}

function chunk(name: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(name), data])
	const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
	length.writeUInt32BE(data.length)
	sum.writeUInt32BE(Bun.hash.crc32(named))
	return Buffer.concat([length, named, sum])
}
