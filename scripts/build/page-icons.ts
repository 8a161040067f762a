import { join } from 'node:path'
import { icoOf } from '../desktop/icons/icon-containers.ts'
import { projectFolder } from '../run.ts'
import { svgPainter } from './svg-png.ts'

// The icons that browsers ask for by themselves, made of the logo that the page has (src-ui/public/favicon.svg), and those
// that the manifest names for the home screen of a phone: the desktop app's tile, and what is in src-ui/app-icons.

const TAB_SIZES = [16, 32, 48]
/** What iOS asks for. It paints what is transparent black, and rounds the corners itself. */
const TOUCH_SIZE = 180

/** By the name that the manifest has for it. `maskable` is cut to whatever shape a phone gives its icons. */
const HOME_SCREEN: Record<string, { drawing: string; size: number }> = {
	'icon-192.png': { drawing: 'desktop-resources/icon.svg', size: 192 },
	'icon-512.png': { drawing: 'desktop-resources/icon.svg', size: 512 },
	'icon-maskable-512.png': { drawing: 'src-ui/app-icons/maskable.svg', size: 512 },
	'shortcut-rate.png': { drawing: 'src-ui/app-icons/shortcut-rate.svg', size: 96 },
	'shortcut-card.png': { drawing: 'src-ui/app-icons/shortcut-card.svg', size: 96 },
}

const drawingAt = (path: string) => Bun.file(join(projectFolder, path)).text()

/** /favicon.ico, /apple-touch-icon.png and /app-icons, into the folder of the built browser app. */
export async function drawPageIcons(folder: string) {
	const [logo, png] = await Promise.all([drawingAt('src-ui/public/favicon.svg'), svgPainter()])
	await Bun.write(join(folder, 'favicon.ico'), icoOf(TAB_SIZES.map((size) => ({ size, png: png(logo, size) }))))
	await Bun.write(join(folder, 'apple-touch-icon.png'), png(onPaper(logo), TOUCH_SIZE))
	for (const [name, { drawing, size }] of Object.entries(HOME_SCREEN))
		await Bun.write(join(folder, 'app-icons', name), png(await drawingAt(drawing), size))
}

/** The logo with room around it, on the ground of the light theme. */
const onPaper = (logo: string) =>
	logo
		.replace('viewBox="0 0 48 48"', 'viewBox="-7 -7 62 62"')
		.replace('</title>', '</title><path d="M-7-7h62v62H-7z" fill="#fff6e5" stroke="none"/>')
