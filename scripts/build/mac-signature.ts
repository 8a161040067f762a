// A program's signature on macOS, as Apple's cs_blobs.h and mach-o/loader.h describe it. Load commands are little-endian, the
// signature is big-endian.

const MACH_O_64 = 0xfeedfacf
const LC_SEGMENT_64 = 0x19
const LC_CODE_SIGNATURE = 0x1d

const SUPER_BLOB = 0xfade0cc0
const CODE_DIRECTORY = 0xfade0c02
const REQUIREMENTS = 0xfade0c01
const CMS = 0xfade0b01
const SLOT = { codeDirectory: 0, requirements: 2, entitlements: 5, derEntitlements: 7, cms: 0x10000 }

const CODE_DIRECTORY_VERSION = 0x20400
const CODE_DIRECTORY_LENGTH = 88
const AD_HOC = 0x2
const SHA256 = 2
const HASH_LENGTH = 32
const LOG_OF_PAGE = 12
const PAGE = 1 << LOG_OF_PAGE
const MAIN_BINARY = 1n
/** The largest page of memory among the processors. */
const MEMORY_PAGE = 0x4000

const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest()
const roundUp = (size: number, step: number) => Math.ceil(size / step) * step

function layoutOf(program: Buffer) {
	if (program.readUInt32LE(0) !== MACH_O_64) throw new Error('is not a 64-bit Mach-O program')
	const segments: Record<string, number> = {}
	let signature = 0
	let at = 32
	for (let left = program.readUInt32LE(16); left > 0; left--) {
		const command = program.readUInt32LE(at)
		if (command === LC_CODE_SIGNATURE) signature = at
		if (command === LC_SEGMENT_64) segments[program.toString('latin1', at + 8, at + 24).replace(/\0+$/, '')] = at
		at += program.readUInt32LE(at + 4)
	}
	const { __TEXT: text, __LINKEDIT: linkEdit } = segments
	if (!signature || text === undefined || linkEdit === undefined) throw new Error('has no room for a signature')
	const longAt = (offset: number) => Number(program.readBigUInt64LE(offset))
	return {
		signature,
		codeEnd: program.readUInt32LE(signature + 8),
		signatureSize: program.readUInt32LE(signature + 12),
		textStart: longAt(text + 40),
		textSize: longAt(text + 48),
		linkEdit,
		linkEditStart: longAt(linkEdit + 40),
		linkEditEnd: longAt(linkEdit + 40) + longAt(linkEdit + 48),
		linkEditMemory: longAt(linkEdit + 32),
	}
}

/** The parts of a signature by their slots. */
type Parts = Map<number, Buffer>

function signatureParts(program: Buffer): Parts {
	const { codeEnd, signatureSize } = layoutOf(program)
	const whole = program.subarray(codeEnd, codeEnd + signatureSize)
	if (whole.length < 12 || whole.readUInt32BE(0) !== SUPER_BLOB) throw new Error('has no signature')
	const parts: Parts = new Map()
	for (let index = 0; index < whole.readUInt32BE(8); index++) {
		const start = whole.readUInt32BE(16 + 8 * index)
		parts.set(whole.readUInt32BE(12 + 8 * index), whole.subarray(start, start + whole.readUInt32BE(start + 4)))
	}
	return parts
}

function blob(magic: number, content: Uint8Array = Buffer.alloc(0)): Buffer {
	const header = Buffer.alloc(8)
	header.writeUInt32BE(magic)
	header.writeUInt32BE(8 + content.length, 4)
	return Buffer.concat([header, content])
}

function superBlob(parts: Parts): Buffer {
	const index = Buffer.alloc(4 + 8 * parts.size)
	index.writeUInt32BE(parts.size)
	let start = 8 + index.length
	let entry = 4
	for (const [slot, part] of parts) {
		entry = index.writeUInt32BE(start, index.writeUInt32BE(slot, entry))
		start += part.length
	}
	return blob(SUPER_BLOB, Buffer.concat([index, ...parts.values()]))
}

/** The name and the hashes of the special slots stand before the hashes of the pages. */
const hashesStart = (identifier: string, special: Parts) =>
	CODE_DIRECTORY_LENGTH + identifier.length + 1 + Math.max(...special.keys()) * HASH_LENGTH

function codeDirectory(identifier: string, program: Buffer, special: Parts): Buffer {
	const { codeEnd, textStart, textSize } = layoutOf(program)
	const hashes = hashesStart(identifier, special)
	const pages = Math.ceil(codeEnd / PAGE)
	const made = Buffer.alloc(hashes + pages * HASH_LENGTH)
	const words = [CODE_DIRECTORY, made.length, CODE_DIRECTORY_VERSION, AD_HOC, hashes, CODE_DIRECTORY_LENGTH]
	for (const [index, word] of [...words, Math.max(...special.keys()), pages, codeEnd].entries())
		made.writeUInt32BE(word, 4 * index)
	made.set([HASH_LENGTH, SHA256, 0, LOG_OF_PAGE], 36)
	for (const [index, word] of [BigInt(textStart), BigInt(textSize), MAIN_BINARY].entries())
		made.writeBigUInt64BE(word, 64 + 8 * index)
	made.write(identifier, CODE_DIRECTORY_LENGTH, 'latin1')
	for (const [slot, part] of special) made.set(sha256(part), hashes - slot * HASH_LENGTH)
	for (let page = 0; page < pages; page++) made.set(sha256(pageOf(program, page, codeEnd)), hashes + page * HASH_LENGTH)
	return made
}

const pageOf = (program: Buffer, page: number, codeEnd: number) =>
	program.subarray(page * PAGE, Math.min((page + 1) * PAGE, codeEnd))

/**
 * Replaces the signature of a finished program by an ad hoc one over all of its pages, and returns the new file. Bun adds
 * our code to a signed executable and re-signs it for arm64 only.
 */
function signAdHoc(original: Buffer, identifier: string): Buffer {
	const before = signatureParts(original)
	const { codeEnd, signature, linkEdit, linkEditStart } = layoutOf(original)
	const special: Parts = new Map()
	// The program's own requirements name the certificate of Bun's makers, which an ad hoc signature cannot satisfy.
	special.set(SLOT.requirements, blob(REQUIREMENTS, Buffer.alloc(4)))
	for (const slot of [SLOT.entitlements, SLOT.derEntitlements]) {
		const kept = before.get(slot)
		if (kept) special.set(slot, kept)
	}
	const withDirectory = (directory: Buffer) =>
		superBlob(new Map([[SLOT.codeDirectory, directory], ...special, [SLOT.cms, blob(CMS)]]))
	const directoryLength = hashesStart(identifier, special) + Math.ceil(codeEnd / PAGE) * HASH_LENGTH
	// The first page holds these sizes, so they are set before the pages are hashed.
	const size = roundUp(withDirectory(Buffer.alloc(directoryLength)).length, 16)
	const program = Buffer.concat([original.subarray(0, codeEnd), Buffer.alloc(size)])
	program.writeUInt32LE(size, signature + 12)
	const linkEditSize = codeEnd + size - linkEditStart
	program.writeBigUInt64LE(BigInt(roundUp(linkEditSize, MEMORY_PAGE)), linkEdit + 32)
	program.writeBigUInt64LE(BigInt(linkEditSize), linkEdit + 48)
	program.set(withDirectory(codeDirectory(identifier, program, special)), codeEnd)
	return program
}

/** Throws unless the signature covers the whole program and each hash in it is right. */
export function verifySignature(program: Buffer): void {
	const { codeEnd, signatureSize, linkEditEnd, linkEditStart, linkEditMemory } = layoutOf(program)
	if (codeEnd + signatureSize !== program.length) throw new Error('does not end with its signature')
	if (linkEditEnd !== program.length) throw new Error('has a __LINKEDIT of another size')
	if (linkEditMemory < linkEditEnd - linkEditStart) throw new Error('does not map all of its __LINKEDIT')
	const parts = signatureParts(program)
	const directory = parts.get(SLOT.codeDirectory)
	if (!directory || directory.readUInt32BE(0) !== CODE_DIRECTORY) throw new Error('has no code directory')
	const hashes = directory.readUInt32BE(16)
	const slots = directory.readUInt32BE(24)
	const pages = directory.readUInt32BE(28)
	const covered = directory.readUInt32BE(32)
	if (covered !== codeEnd) throw new Error(`is signed up to byte ${covered} of ${codeEnd}`)
	if (directory[36] !== HASH_LENGTH || directory[37] !== SHA256 || directory[39] !== LOG_OF_PAGE)
		throw new Error('is signed with other hashes than SHA-256 of 4 KB')
	if (pages !== Math.ceil(codeEnd / PAGE)) throw new Error(`has hashes of ${pages} pages`)
	const hash = (slot: number) => directory.subarray(hashes + slot * HASH_LENGTH, hashes + (slot + 1) * HASH_LENGTH)
	const wrong = Array.from({ length: pages }, (_, page) => page).filter(
		(page) => !hash(page).equals(sha256(pageOf(program, page, codeEnd))),
	)
	if (wrong.length > 0) throw new Error(`has wrong hashes of ${wrong.length} of ${pages} pages`)
	for (let slot = 1; slot <= slots; slot++) {
		const part = parts.get(slot)
		const expected = part ? sha256(part) : Buffer.alloc(HASH_LENGTH)
		if (!hash(-slot).equals(expected)) throw new Error(`has a wrong hash in slot ${slot}`)
	}
}

/** Signs a program whose signature is wrong, which is so after Bun's build for x64. */
export function withValidSignature(program: Buffer, identifier: string): Buffer {
	try {
		verifySignature(program)
		return program
	} catch {
		const signed = signAdHoc(program, identifier)
		verifySignature(signed)
		return signed
	}
}
