import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

let loading: Promise<void> | undefined

/** Converts SVG without text to PNG at its own or the given width. Load it once per process. */
export async function loadRasterizer(): Promise<(svg: string, width?: number) => Uint8Array<ArrayBuffer>> {
	loading ??= initWasm(code())
	await loading
	return (svg, width) => {
		const drawing = new Resvg(svg, width === undefined ? {} : { fitTo: { mode: 'width', value: width } })
		try {
			const rendered = drawing.render()
			const png = new Uint8Array(rendered.asPng())
			rendered.free()
			return png
		} finally {
			drawing.free()
		}
	}
}

function code(): Uint8Array<ArrayBuffer> {
	const path = pictureFile('resvg.wasm.zst')
	const bytes = readFileSync(path)
	return new Uint8Array(path.endsWith('.zst') ? Bun.zstdDecompressSync(bytes) : bytes)
}

/**
 * `bun build --compile --asset=…/pictures` puts the folder at the binary's root, which is every module's directory there.
 */
const EMBEDDED = join(import.meta.dir, 'pictures')
const isEmbedded = existsSync(EMBEDDED)
const FONTS = join(import.meta.dir, '..', '..', '..', '..', 'look', 'picture-fonts')

export function pictureFile(name: 'picture-fonts.json' | 'picture-fonts.bin' | 'resvg.wasm.zst'): string {
	if (isEmbedded) return join(EMBEDDED, name)
	return name === 'resvg.wasm.zst'
		? join(dirname(createRequire(import.meta.url).resolve('@resvg/resvg-wasm')), 'index_bg.wasm')
		: join(FONTS, name)
}
