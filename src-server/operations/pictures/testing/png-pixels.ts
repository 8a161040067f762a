import { inflateSync } from 'node:zlib'

/** Each pixel is red, green, blue and opacity. */
const PIXEL = 4

/** The pixels of a PNG in the rasterizer's format: no palette, eight bits per colour. */
export function pixelsOf(png: Uint8Array): { width: number; height: number; data: Uint8Array } {
	const bytes = Buffer.from(png)
	const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
	const parts: Buffer[] = []
	for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
		if (bytes.toString('latin1', at + 4, at + 8) === 'IDAT')
			parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
	const filtered = inflateSync(Buffer.concat(parts))
	const row = width * PIXEL
	const data = new Uint8Array(row * height)
	for (let y = 0; y < height; y++) unfilter(filtered.subarray(y * (row + 1), (y + 1) * (row + 1)), data, y * row)
	return { width, height, data }
}

/** Every second pixel of every second row, as from twice as far. */
export function halfSize({ width, height, data }: ReturnType<typeof pixelsOf>): ReturnType<typeof pixelsOf> {
	const half = { width: width >> 1, height: height >> 1 }
	const pixels = new Uint32Array(data.buffer)
	const kept = new Uint32Array(half.width * half.height)
	for (let y = 0; y < half.height; y++)
		for (let x = 0; x < half.width; x++) kept[y * half.width + x] = pixels[2 * y * width + 2 * x] ?? 0
	return { ...half, data: new Uint8Array(kept.buffer) }
}

/** Reverses a row's filter and writes the result into `data` from `start` on. */
function unfilter(said: Uint8Array, data: Uint8Array, start: number) {
	const [filter = 0] = said
	const row = said.length - 1
	const at = (place: number) => data[place] ?? 0
	for (let x = 0; x < row; x++) {
		const place = start + x
		const left = x < PIXEL ? 0 : at(place - PIXEL)
		let predicted = 0
		if (filter === 1) predicted = left
		else if (filter > 1) {
			const above = at(place - row)
			predicted =
				filter === 2
					? above
					: filter === 3
						? (left + above) >> 1
						: nearest(left, above, x < PIXEL ? 0 : at(place - row - PIXEL))
		}
		data[place] = (said[x + 1] ?? 0) + predicted
	}
}

/** Paeth's predictor. */
function nearest(left: number, above: number, corner: number): number {
	const toLeft = Math.abs(above - corner)
	const toAbove = Math.abs(left - corner)
	const toCorner = Math.abs(left + above - 2 * corner)
	if (toLeft <= toAbove && toLeft <= toCorner) return left
	return toAbove <= toCorner ? above : corner
}
