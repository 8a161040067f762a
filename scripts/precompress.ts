import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Not .html: the server fills in the page for each request. Not .woff2, .png: they are compressed already. */
const worthCompressing = /\.(js|css|svg|json|webmanifest|txt)$/

/** Writes a .br beside every text file of a folder, as small as brotli can, and says how many bytes that saves. */
export async function precompress(folder: string): Promise<{ files: number; before: number; after: number }> {
	const names = (await readdir(folder, { recursive: true })).filter((name) => worthCompressing.test(name))
	const sizes = await Promise.all(names.map((name) => compressFile(join(folder, name))))
	const made = sizes.filter((size) => size !== undefined)
	return {
		files: made.length,
		before: made.reduce((sum, size) => sum + size.before, 0),
		after: made.reduce((sum, size) => sum + size.after, 0),
	}
}

async function compressFile(path: string) {
	const original = await readFile(path)
	const smaller = await compress(original, {
		params: {
			[constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
			[constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
			[constants.BROTLI_PARAM_SIZE_HINT]: original.length,
		},
	})
	// A file of a few bytes grows; the server then sends the original.
	if (smaller.length >= original.length) return undefined
	await writeFile(`${path}.br`, smaller)
	return { before: original.length, after: smaller.length }
}
