import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../../scripts/test/browsers.ts'
import { openInstance } from '../fixtures/instance.ts'
import { operator } from '../fixtures/operator.ts'
import { speak } from './said.ts'
import { HOST, logIn, MANIFEST_SHOTS, SHOTS, type Shot } from './shots.ts'

// bun e2e/pictures/pictures.ts FOLDER [part of a name]   every screen of the built product with the seeded family, at phone and
//                                                        desktop size, in both themes, for the README, the docs and a look at all
//     --language de, --narrow                            in another language, on a phone 360 pixels wide
// bun e2e/pictures/pictures.ts --manifest                those in src-ui/public/screenshots, as WebP: a third of PNG

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const narrow = { width: 360, height: 740 }
const themes = ['light', 'dark'] as const

/** Lower quality blurs text. */
const QUALITY = 0.6
const manifestFolder = join(import.meta.dirname, '..', '..', 'src-ui', 'public', 'screenshots')
const manifestSizes = {
	phone: { viewport: sizes.phone, deviceScaleFactor: 1.5 },
	laptop: { viewport: sizes.desktop, deviceScaleFactor: 1 },
}

/** Runs the built product with the seeded family and a browser, and cleans up afterwards. */
export async function withFamily(flags: string[], work: (browser: Browser, address: string) => Promise<void>) {
	const instance = await openInstance(flags)
	await instance.stop()
	const db = openDatabase(join(instance.dataDir, 'backseat.db'))
	seed(db)
	db.close()
	await instance.start()
	await operator(instance, 'user', 'host', HOST, 'on')
	const browser = await chromium.launch({ executablePath: chromiumOnThisMachine(), args: chromiumFlags })
	try {
		await work(browser, instance.address)
	} finally {
		await browser.close()
		await instance.end()
	}
}

async function take(
	browser: Browser,
	options: BrowserContextOptions,
	shot: Shot,
	keep: (page: Page) => Promise<unknown>,
) {
	const context = await browser.newContext(options)
	try {
		await shot.others?.(context.request)
		if (shot.who) await logIn(context.request, shot.who)
		await context.addInitScript(() => {
			if (location.protocol.startsWith('http')) sessionStorage.setItem('firstVisitOverlaySeen', 'true')
		})
		const page = await context.newPage()
		await shot.prepare?.(page)
		await page.goto(shot.path)
		for (const act of shot.acts) await act(page)
		await page.evaluate(() => document.fonts.ready)
		await page.waitForTimeout(700)
		await page.evaluate(() =>
			Promise.all(
				document
					.getAnimations()
					.filter((animation) => animation.effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
					.map(({ finished }) => finished.catch(() => undefined)),
			),
		)
		await keep(page)
	} catch (error) {
		process.stderr.write(`${shot.name}: ${error}\n`)
	} finally {
		await context.close()
	}
}

/** Runs in the page, because browsers have a WebP encoder. */
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

async function takeManifestPictures(browser: Browser, baseURL: string) {
	for (const { size, ...shot } of MANIFEST_SHOTS)
		await take(browser, { baseURL, serviceWorkers: 'block', ...manifestSizes[size] }, shot, async (page) => {
			const png = (await page.screenshot()).toString('base64')
			const webp = await page.evaluate(asWebp, { png, quality: QUALITY })
			await Bun.write(join(manifestFolder, `${shot.name}.webp`), Buffer.from(webp, 'base64'))
		})
}

type Wanted = { folder: string; part: string; language: string; isNarrow: boolean }

async function takeAll(browser: Browser, baseURL: string, { folder, part, language, isNarrow }: Wanted) {
	const viewports = isNarrow ? { ...sizes, phone: narrow } : sizes
	for (const shot of SHOTS)
		for (const [size, viewport] of Object.entries(viewports))
			for (const colorScheme of themes) {
				const name = `${shot.name}-${size}-${colorScheme}`
				const options = { baseURL, viewport, colorScheme, locale: language, hasTouch: size === 'phone' }
				if (name.includes(part))
					await take(browser, options, shot, (page) => page.screenshot({ path: resolve(folder, `${name}.png`) }))
			}
}

if (import.meta.main) {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			manifest: { type: 'boolean' },
			language: { type: 'string', default: 'en' },
			narrow: { type: 'boolean', default: false },
		},
	})
	const [folder, part = ''] = positionals
	speak(values.language)
	await withFamily([], async (browser, address) => {
		if (values.manifest) return takeManifestPictures(browser, address)
		if (!folder) throw new Error('Say where to: bun e2e/pictures/pictures.ts FOLDER [part of a name]')
		await takeAll(browser, address, { folder, part, language: values.language, isNarrow: values.narrow })
	})
}
