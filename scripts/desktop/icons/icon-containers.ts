/*
 * .ico and .icns are lists of PNG files with a short table in front. A package for each would be larger than this file, and
 * those on npm decode and encode the pictures again with a PNG library of their own.
 */

export type Picture = { size: number; png: Uint8Array }

/** A Windows icon. PNG entries are read at all sizes since Windows Vista. */
export function icoOf(pictures: Picture[]): Uint8Array {
	const HEADER = 6
	const ENTRY = 16
	const table = new DataView(new ArrayBuffer(HEADER + ENTRY * pictures.length))
	table.setUint16(2, 1, true) // an icon, not a cursor
	table.setUint16(4, pictures.length, true)
	let offset = table.byteLength
	pictures.forEach(({ size, png }, index) => {
		const at = HEADER + ENTRY * index
		table.setUint8(at, size % 256) // 256 is written as 0
		table.setUint8(at + 1, size % 256)
		table.setUint16(at + 4, 1, true) // colour planes
		table.setUint16(at + 6, 32, true) // bits a pixel
		table.setUint32(at + 8, png.length, true)
		table.setUint32(at + 12, offset, true)
		offset += png.length
	})
	return Buffer.concat([new Uint8Array(table.buffer), ...pictures.map(({ png }) => png)])
}

/** Sizes of a macOS icon and their names in the file; @2x ones have the size of the picture, not of its place on screen. */
export const ICNS_PICTURES = [
	{ name: 'ic11', size: 32 }, // 16@2x; the 16 and 32 for old screens may not be PNG, macOS makes them from these
	{ name: 'ic12', size: 64 },
	{ name: 'ic07', size: 128 },
	{ name: 'ic13', size: 256 }, // 128@2x
	{ name: 'ic08', size: 256 },
	{ name: 'ic14', size: 512 }, // 256@2x
	{ name: 'ic09', size: 512 },
	{ name: 'ic10', size: 1024 },
]

/** A macOS icon of the pictures above. */
export function icnsOf(pngOf: (size: number) => Uint8Array): Uint8Array {
	const chunk = (name: string, content: Uint8Array) => {
		const header = Buffer.alloc(8)
		header.write(name, 'latin1')
		header.writeUInt32BE(header.length + content.length, 4)
		return Buffer.concat([header, content])
	}
	return chunk('icns', Buffer.concat(ICNS_PICTURES.map(({ name, size }) => chunk(name, pngOf(size)))))
}
