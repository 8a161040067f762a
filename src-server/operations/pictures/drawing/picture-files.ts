import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** `bun build --compile --asset=…/pictures` puts the folder at the binary's root, which is every module's directory there. */
const EMBEDDED = join(import.meta.dir, 'pictures')
const isEmbedded = existsSync(EMBEDDED)
const FONTS = join(import.meta.dir, '..', '..', '..', '..', 'look', 'picture-fonts')

/** A font file or the rasterizer: from inside the binary, or from where the build takes it. */
export function pictureFile(name: 'picture-fonts.json' | 'picture-fonts.bin' | 'resvg.wasm.zst'): string {
	if (isEmbedded) return join(EMBEDDED, name)
	return name === 'resvg.wasm.zst'
		? join(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-wasm')), 'index_bg.wasm')
		: join(FONTS, name)
}
