import { loadRasterizer } from '#server/operations/pictures/drawing/rasterizer.ts'

// The same bytes on every machine, so pictures are made when needed and not kept in the repository.

/** What comes back draws a square SVG this many pixels wide. */
export const svgPainter: () => Promise<(svg: string, size: number) => Uint8Array> = loadRasterizer
