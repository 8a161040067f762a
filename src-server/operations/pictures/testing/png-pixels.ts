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

/** Reverses a row's filter and writes the result into `data` from `start` on. */
function unfilter(said: Uint8Array, data: Uint8Array, start: number) {
	const [filter = 0] = said
	const row = said.length - 1
	for (let x = 0; x < row; x++) {
		const at = start + x
		const left = x < PIXEL ? 0 : (data[at - PIXEL] ?? 0)
		const above = data[at - row] ?? 0
		const corner = x < PIXEL ? 0 : (data[at - row - PIXEL] ?? 0)
		data[at] = (said[x + 1] ?? 0) + predicted(filter, left, above, corner)
	}
}

function predicted(filter: number, left: number, above: number, corner: number): number {
	if (filter < 3) return filter === 0 ? 0 : filter === 1 ? left : above
	if (filter === 3) return (left + above) >> 1
	const [toLeft, toAbove, toCorner] = [above - corner, left - corner, left + above - 2 * corner]
	if (Math.abs(toLeft) <= Math.abs(toAbove) && Math.abs(toLeft) <= Math.abs(toCorner)) return left
	return Math.abs(toAbove) <= Math.abs(toCorner) ? above : corner
}
