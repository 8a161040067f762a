import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { svgPainter } from '../../build/svg-png.ts'
import { projectFolder } from '../../run.ts'
import { icnsOf, icoOf } from './icon-containers.ts'

// All pictures of the desktop app, drawn from desktop-resources/*.svg.

/** Above this the drawing with its details, up to it the one made for few pixels. */
const SMALL_UP_TO = 32
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024]
const WINDOWS_SIZES = [16, 20, 24, 32, 40, 48, 64, 128, 256]
/** On Apple's grid the tile takes 824 of 1024 pixels; ours is drawn to the edge. */
const APPLE_MARGIN = (size: number) => (size * (1024 / 824 - 1)) / 2

/** What the running app shows: tray, taskbar, window. @1.5x and @2x are found by Electron on denser screens. */
const SHOWN = [
	// A name ending in Template is what tells Electron that macOS may colour it.
	{ file: 'trayTemplate.png', drawing: 'tray-template.svg', size: 16 },
	{ file: 'trayTemplate@2x.png', drawing: 'tray-template.svg', size: 32 },
	{ file: 'tray.png', drawing: 'tray.svg', size: 16 },
	{ file: 'tray@1.5x.png', drawing: 'tray.svg', size: 24 },
	{ file: 'tray@2x.png', drawing: 'tray.svg', size: 32 },
	// Linux panels are taller, and scale what they get.
	{ file: 'tray-linux.png', drawing: 'tray.svg', size: 24 },
	{ file: 'tray-linux@2x.png', drawing: 'tray.svg', size: 48 },
	{ file: 'badge.png', drawing: 'badge.svg', size: 16 },
	{ file: 'badge@1.5x.png', drawing: 'badge.svg', size: 24 },
	{ file: 'badge@2x.png', drawing: 'badge.svg', size: 32 },
	{ file: 'icon.png', drawing: 'icon.svg', size: 512 },
]

async function readDrawings() {
	const names = ['icon.svg', 'icon-small.svg', 'tray.svg', 'tray-template.svg', 'badge.svg']
	const texts = await Promise.all(names.map((name) => Bun.file(join(projectFolder, 'desktop-resources', name)).text()))
	return Object.fromEntries(names.map((name, index) => [name, texts[index] ?? '']))
}

/** The same drawing with Apple's empty border around it. */
function withAppleMargin(drawing: string): string {
	return drawing.replace(/viewBox="0 0 (\d+) \d+"/, (_, size) => {
		const margin = APPLE_MARGIN(Number(size))
		const side = Number(size) + 2 * margin
		return `viewBox="${-margin} ${-margin} ${side} ${side}"`
	})
}

/** Pictures the running app shows, into `folder`. */
export async function drawShownPictures(folder: string) {
	const [drawings, pngOf] = await Promise.all([readDrawings(), svgPainter()])
	await mkdir(folder, { recursive: true })
	for (const { file, drawing, size } of SHOWN) await Bun.write(join(folder, file), pngOf(drawings[drawing] ?? '', size))
}

/** What the installers need, into `folder`: icon.icns, icon.ico and png/16x16.png to png/1024x1024.png. */
export async function drawIcons(folder: string) {
	const [drawings, pngOf] = await Promise.all([readDrawings(), svgPainter()])
	const large = drawings['icon.svg'] ?? ''
	const small = drawings['icon-small.svg'] ?? ''
	const ofSize = (size: number) => pngOf(size <= SMALL_UP_TO ? small : large, size)
	await mkdir(join(folder, 'png'), { recursive: true })
	for (const size of LINUX_SIZES) await Bun.write(join(folder, `png/${size}x${size}.png`), ofSize(size))
	await Bun.write(join(folder, 'icon.ico'), icoOf(WINDOWS_SIZES.map((size) => ({ size, png: ofSize(size) }))))
	const forApple = (size: number) => pngOf(withAppleMargin(size <= SMALL_UP_TO ? small : large), size)
	await Bun.write(join(folder, 'icon.icns'), icnsOf(forApple))
}
