import { initWasm, Resvg } from '@resvg/resvg-wasm'

// A rasteriser in WebAssembly: the same bytes on every machine, so pictures are made when needed and not kept in the repository.

let rasteriser: Promise<void> | undefined

/** Loads the rasteriser, once a process. What comes back draws a square SVG this many pixels wide. */
export async function svgPainter(): Promise<(svg: string, size: number) => Uint8Array> {
	rasteriser ??= Bun.file(Bun.resolveSync('@resvg/resvg-wasm/index_bg.wasm', import.meta.dir))
		.arrayBuffer()
		.then(initWasm)
	await rasteriser
	return (svg, size) => {
		const picture = new Resvg(svg, { fitTo: { mode: 'width', value: size }, font: { loadSystemFonts: false } })
		const png = picture.render().asPng()
		picture.free()
		return png
	}
}
