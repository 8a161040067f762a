import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../../scripts/test/browsers.ts'
import { openInstance } from '../fixtures/instance.ts'
import { namesOf } from '../fixtures/people.ts'
import { logIn, pick } from './picture.ts'

// bun e2e/pictures/manifest-pictures.ts: what phones and laptops show of the app before they install it, taken of the built
// product with the seeded family. The manifest names them (src-ui/public/manifest.webmanifest). WebP: a third of PNG.

const folder = join(import.meta.dirname, '..', '..', 'src-ui', 'public', 'screenshots')

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5 }
const laptop = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 }
const shots = [
	{ name: 'rating', size: phone, path: 'rating/201', chosen: namesOf({ isSmooth: false }) },
	{ name: 'card', size: phone, path: 'infographic/102' },
	{ name: 'profile', size: laptop, path: 'profile/102' },
]
/** Below it the edges of letters begin to smear. */
const QUALITY = 0.6

async function take(browser: Browser, address: string, { name, size, path, chosen = [] }: (typeof shots)[number]) {
	const context = await browser.newContext({ baseURL: address, serviceWorkers: 'block', ...size })
	await context.addInitScript(() => sessionStorage.setItem('firstVisitOverlaySeen', 'true'))
	await logIn(context.request, 'jonas')
	const page = await context.newPage()
	await page.goto(path)
	await pick(page, ...chosen)
	await page.evaluate(() => document.fonts.ready)
	// Until springs have come to rest.
	await page.waitForTimeout(1500)
	const png = (await page.screenshot()).toString('base64')
	const webp = await page.evaluate(asWebp, { png, quality: QUALITY })
	await Bun.write(join(folder, `${name}.webp`), Buffer.from(webp, 'base64'))
	await context.close()
}

/** In the page: browsers have an encoder. */
async function asWebp({ png, quality }: { png: string; quality: number }): Promise<string> {
	const image = new Image()
	image.src = `data:image/png;base64,${png}`
	await image.decode()
	const canvas = document.createElement('canvas')
	canvas.width = image.naturalWidth
	canvas.height = image.naturalHeight
	canvas.getContext('2d')?.drawImage(image, 0, 0)
	return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
}

const instance = await openInstance()
await instance.stop()
const db = openDatabase(join(instance.dataDir, 'backseat.db'))
seed(db)
db.close()
await instance.start()
const browser = await chromium.launch({ executablePath: chromiumOnThisMachine(), args: chromiumFlags })
await mkdir(folder, { recursive: true })
for (const shot of shots) await take(browser, instance.address, shot)
await browser.close()
await instance.end()
