import { join } from 'node:path'
import { icoOf } from '../desktop/icons/icon-containers.ts'
import { projectFolder } from '../run.ts'
import { svgPainter } from './svg-png.ts'

// The icons that browsers ask for by themselves, made of the logo that the page has (src-ui/public/favicon.svg).

const TAB_SIZES = [16, 32, 48]
/** What iOS asks for. It paints what is transparent black, and rounds the corners itself. */
const TOUCH_SIZE = 180

/** /favicon.ico and /apple-touch-icon.png, into the folder of the built browser app. */
export async function drawPageIcons(folder: string) {
	const [logo, png] = await Promise.all([
		Bun.file(join(projectFolder, 'src-ui', 'public', 'favicon.svg')).text(),
		svgPainter(),
	])
	await Bun.write(join(folder, 'favicon.ico'), icoOf(TAB_SIZES.map((size) => ({ size, png: png(logo, size) }))))
	await Bun.write(join(folder, 'apple-touch-icon.png'), png(onPaper(logo), TOUCH_SIZE))
}

/** The logo with room around it, on the ground of the light theme. */
const onPaper = (logo: string) =>
	logo
		.replace('viewBox="0 0 48 48"', 'viewBox="-7 -7 62 62"')
		.replace('</title>', '</title><path d="M-7-7h62v62H-7z" fill="#fff6e5" stroke="none"/>')
