import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { UiFile } from '#server/http/files/ui-files.ts'

/** What the page needs of Swagger UI, as its project publishes it. scripts/build.ts puts it into the binary. */
export const SWAGGER_FILES = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const

/** In the binary beside every module; from source where the package is. */
const EMBEDDED = join(import.meta.dir, 'swagger-ui')
const INSTALLED = join(import.meta.dir, '..', '..', '..', 'node_modules', 'swagger-ui-dist')

const read = new Map<string, UiFile>()

/** A file, read and compressed when it is first asked for. */
export function swaggerFile(name: keyof typeof SWAGGER_FILES): UiFile {
	const known = read.get(name)
	if (known) return known
	const plain = new Uint8Array(readFileSync(join(existsSync(EMBEDDED) ? EMBEDDED : INSTALLED, name)))
	const file: UiFile = {
		contentType: `${SWAGGER_FILES[name]}; charset=utf-8`,
		etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
		isHashed: false,
		plain,
		brotli: null,
		gzip: Bun.gzipSync(plain),
	}
	read.set(name, file)
	return file
}
