import { readFileSync } from 'node:fs'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { pictureFile } from './picture-files.ts'

let loading: Promise<void> | undefined

/** Turns SVG without text into PNG, in its own size or as wide as one says; loaded once a process. */
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
