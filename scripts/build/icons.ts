import { join } from 'node:path'
import { loadRasterizer } from '#server/operations/pictures/drawing/rasterizer.ts'
import { projectFolder } from '../run.ts'

/*
 * Draws all icons of the browser app and the desktop app from SVG on demand: the same bytes on every machine.
 * .ico and .icns are PNG files behind a short table. A package for each format would be larger than this file, and those on
 * npm re-encode the pictures.
 */

type Picture = { size: number; png: Uint8Array }

/** A Windows icon. Windows reads PNG entries at all sizes since Vista. */
function icoOf(pictures: Picture[]): Uint8Array {
	const HEADER = 6
	const ENTRY = 16
	const table = new DataView(new ArrayBuffer(HEADER + ENTRY * pictures.length))
	table.setUint16(2, 1, true) // an icon, not a cursor
	table.setUint16(4, pictures.length, true)
	let offset = table.byteLength
	pictures.forEach(({ size, png }, index) => {
		const at = HEADER + ENTRY * index
		table.setUint8(at, size % 256) // 256 is written as 0
		table.setUint8(at + 1, size % 256)
		table.setUint16(at + 4, 1, true) // colour planes
		table.setUint16(at + 6, 32, true) // bits a pixel
		table.setUint32(at + 8, png.length, true)
		table.setUint32(at + 12, offset, true)
		offset += png.length
	})
	return Buffer.concat([new Uint8Array(table.buffer), ...pictures.map(({ png }) => png)])
}

/** Pixel sizes of a macOS icon and their type names; an @2x entry lists its pixel size, not its size on screen. */
const ICNS_PICTURES = [
	{ name: 'ic11', size: 32 }, // 16@2x; the 16 and 32 for old screens may not be PNG, macOS makes them from these
	{ name: 'ic12', size: 64 },
	{ name: 'ic07', size: 128 },
	{ name: 'ic13', size: 256 }, // 128@2x
	{ name: 'ic08', size: 256 },
	{ name: 'ic14', size: 512 }, // 256@2x
	{ name: 'ic09', size: 512 },
	{ name: 'ic10', size: 1024 },
]

function icnsOf(pngOf: (size: number) => Uint8Array): Uint8Array {
	const chunk = (name: string, content: Uint8Array) => {
		const header = Buffer.alloc(8)
		header.write(name, 'latin1')
		header.writeUInt32BE(header.length + content.length, 4)
		return Buffer.concat([header, content])
	}
	return chunk('icns', Buffer.concat(ICNS_PICTURES.map(({ name, size }) => chunk(name, pngOf(size)))))
}

const TAB_SIZES = [16, 32, 48]
/** Size that iOS requests. iOS paints transparent pixels black and rounds the corners itself. */
const TOUCH_SIZE = 180

/** Keyed by the names that the manifest and the service worker use. Phones crop `maskable` icons to their own shape. */
const HOME_SCREEN: Record<string, { drawing: string; size: number }> = {
	'icon-192.png': { drawing: 'desktop-resources/icon.svg', size: 192 },
	'icon-512.png': { drawing: 'desktop-resources/icon.svg', size: 512 },
	'icon-maskable-512.png': { drawing: 'src-ui/app-icons/maskable.svg', size: 512 },
	// Android's status bar icon, which the phone colours.
	'badge-96.png': { drawing: 'desktop-resources/tray-template.svg', size: 96 },
	'shortcut-rate.png': { drawing: 'src-ui/app-icons/shortcut-rate.svg', size: 96 },
	'shortcut-card.png': { drawing: 'src-ui/app-icons/shortcut-card.svg', size: 96 },
}

const drawingAt = (path: string) => Bun.file(join(projectFolder, path)).text()

export async function drawPageIcons(folder: string) {
	const [logo, png] = await Promise.all([drawingAt('src-ui/public/favicon.svg'), loadRasterizer()])
	await Bun.write(join(folder, 'favicon.ico'), icoOf(TAB_SIZES.map((size) => ({ size, png: png(logo, size) }))))
	await Bun.write(join(folder, 'apple-touch-icon.png'), png(onPaper(logo), TOUCH_SIZE))
	for (const [name, { drawing, size }] of Object.entries(HOME_SCREEN))
		await Bun.write(join(folder, 'app-icons', name), png(await drawingAt(drawing), size))
}

const onPaper = (logo: string) =>
	logo
		.replace('viewBox="0 0 48 48"', 'viewBox="-7 -7 62 62"')
		.replace('</title>', '</title><path d="M-7-7h62v62H-7z" fill="#fff6e5" stroke="none"/>')

/** Icons up to this size use the simplified drawing, larger ones the detailed one. */
const SMALL_UP_TO = 32
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]
/** Apple's grid has a tile of 824 in 1024 pixels, but our drawing fills the whole square. */
const APPLE_MARGIN = (size: number) => (size * (1024 / 824 - 1)) / 2

/** Icons of the running app: tray, taskbar, window. Electron finds @1.5x and @2x on denser screens. */
const SHOWN = [
	// The suffix Template marks an image that macOS may recolour.
	{ file: 'trayTemplate.png', drawing: 'tray-template.svg', size: 16 },
	{ file: 'trayTemplate@2x.png', drawing: 'tray-template.svg', size: 32 },
	{ file: 'tray.png', drawing: 'tray.svg', size: 16 },
	{ file: 'tray@1.5x.png', drawing: 'tray.svg', size: 24 },
	{ file: 'tray@2x.png', drawing: 'tray.svg', size: 32 },
	// Linux panels are taller and scale the icon.
	{ file: 'tray-linux.png', drawing: 'tray.svg', size: 24 },
	{ file: 'tray-linux@2x.png', drawing: 'tray.svg', size: 48 },
	{ file: 'badge.png', drawing: 'badge.svg', size: 16 },
	{ file: 'badge@1.5x.png', drawing: 'badge.svg', size: 24 },
	{ file: 'badge@2x.png', drawing: 'badge.svg', size: 32 },
	{ file: 'icon.png', drawing: 'icon.svg', size: 512 },
]

function withAppleMargin(drawing: string): string {
	return drawing.replace(/viewBox="0 0 (\d+) \d+"/, (_, size) => {
		const margin = APPLE_MARGIN(Number(size))
		const side = Number(size) + 2 * margin
		return `viewBox="${-margin} ${-margin} ${side} ${side}"`
	})
}

export async function drawShownPictures(folder: string) {
	const pngOf = await loadRasterizer()
	for (const { file, drawing, size } of SHOWN)
		await Bun.write(join(folder, file), pngOf(await drawingAt(`desktop-resources/${drawing}`), size))
}

export async function drawIcons(folder: string) {
	const pngOf = await loadRasterizer()
	const large = await drawingAt('desktop-resources/icon.svg')
	const small = await drawingAt('desktop-resources/icon-small.svg')
	const ofSize = (size: number) => pngOf(size <= SMALL_UP_TO ? small : large, size)
	for (const size of LINUX_SIZES) await Bun.write(join(folder, `png/${size}x${size}.png`), ofSize(size))
	await Bun.write(join(folder, 'icon.ico'), icoOf(WINDOWS_SIZES.map((size) => ({ size, png: ofSize(size) }))))
	const forApple = (size: number) => pngOf(withAppleMargin(size <= SMALL_UP_TO ? small : large), size)
	await Bun.write(join(folder, 'icon.icns'), icnsOf(forApple))
}
