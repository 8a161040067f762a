import { join } from 'node:path'
import { PICTURE_SIZES } from '#contract/pictures.ts'
import { once } from '#server/once.ts'
import type { PictureShape } from './picture-content.ts'

export type PictureCache = {
	read(name: string): Promise<Uint8Array<ArrayBuffer> | null>
	/**
	 * Call this before drawing. The function it returns caches the picture unless the cache was emptied meanwhile; it never
	 * fails, because an uncached picture is drawn again.
	 */
	keeperFor(name: string): (png: Uint8Array) => Promise<void>
	empty(): Promise<void>
}

export const picturesIn = (dataDir: string) => join(dataDir, 'pictures')

const files = once(() => process.getBuiltinModule('node:fs/promises'))

const MAX_BYTES = 64 * 1024 * 1024
/** Updates a file's access time at most this often, to avoid a write on every read. */
const USE_IS_KNOWN_MS = 3_600_000
const OURS = /^[0-9a-f]{64}\.png$/

type Entry = { bytes: number; usedAt: number }
type Options = { folder: string; now: () => Date; warn: (text: string) => void; maxBytes?: number }

/**
 * Caches pictures in a folder that may be deleted at any time. Above the limit, the least recently used pictures go. Files
 * with other names are never read, counted or removed.
 */
export function pictureCache({ folder, now, warn, maxBytes = MAX_BYTES }: Options): PictureCache {
	const pathOf = (name: string) => join(folder, `${name}.png`)
	let entries: Promise<Map<string, Entry>> | null = null
	let hasWarned = false
	/** Incremented by `empty`, so that pictures drawn before it are not cached after it. */
	let emptied = 0

	const known = () => {
		entries ??= entriesIn(folder)
		return entries
	}

	async function makeRoom(all: Map<string, Entry>) {
		let bytes = [...all.values()].reduce((sum, entry) => sum + entry.bytes, 0)
		const oldestFirst = [...all].sort(([, one], [, other]) => one.usedAt - other.usedAt)
		for (const [name, entry] of oldestFirst) {
			if (bytes <= maxBytes) return
			all.delete(name)
			bytes -= entry.bytes
			await files().rm(pathOf(name), { force: true })
		}
	}

	async function noteUse(name: string, bytes: number) {
		const all = await known()
		const usedAt = now()
		const before = all.get(name)?.usedAt ?? 0
		all.set(name, { bytes, usedAt: usedAt.getTime() })
		if (Math.abs(usedAt.getTime() - before) > USE_IS_KNOWN_MS) await files().utimes(pathOf(name), usedAt, usedAt)
	}

	async function keep(name: string, png: Uint8Array, since: number) {
		const unfinished = join(folder, `${name}.${crypto.randomUUID()}.new`)
		try {
			// `known` must run before the write, because it removes unfinished files.
			const all = await known()
			await files().mkdir(folder, { recursive: true, mode: 0o700 })
			await files().writeFile(unfinished, png, { mode: 0o600 })
			if (since !== emptied) throw new Error('It was emptied meanwhile')
			await files().rename(unfinished, pathOf(name))
			all.set(name, { bytes: png.length, usedAt: now().getTime() })
			await makeRoom(all)
			hasWarned = false
		} catch (error) {
			await files()
				.rm(unfinished, { force: true })
				.catch(() => {})
			if (hasWarned || since !== emptied) return
			hasWarned = true
			warn(
				`Pictures are not kept in ${folder} (${error instanceof Error ? error.message : error}): each is drawn again.`,
			)
		}
	}

	return {
		async read(name) {
			try {
				const png = new Uint8Array(await files().readFile(pathOf(name)))
				await noteUse(name, png.length).catch(() => {})
				return png
			} catch {
				return null
			}
		},

		keeperFor(name) {
			const since = emptied
			return (png) => keep(name, png, since)
		},

		async empty() {
			emptied++
			entries = null
			await removePictures(folder)
		},
	}
}

/** Pictures may show a deleted account, and can all be drawn again. */
export const removePictures = (folder: string) => files().rm(folder, { recursive: true, force: true })

/** Reads the pictures of an earlier server and removes its unfinished files. */
async function entriesIn(folder: string): Promise<Map<string, Entry>> {
	const entries = new Map<string, Entry>()
	for (const file of await files()
		.readdir(folder)
		.catch(() => [])) {
		if (/^[0-9a-f]{64}\..+\.new$/.test(file)) await files().rm(join(folder, file), { force: true })
		if (!OURS.test(file)) continue
		const found = await files()
			.stat(join(folder, file))
			.catch(() => null)
		if (found?.isFile()) entries.set(file.slice(0, -'.png'.length), { bytes: found.size, usedAt: found.mtimeMs })
	}
	return entries
}

export const noCache: PictureCache = { read: async () => null, keeperFor: () => async () => {}, empty: async () => {} }

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Bytes of length, name and checksum in each PNG chunk. */
const AROUND_DATA = 12

/** Checks the size of the image, each chunk's checksum, and that no bytes come before or after. */
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
