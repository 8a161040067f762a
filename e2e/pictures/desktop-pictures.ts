import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { openDatabase } from '#db/database.ts'
import { SEED_PASSWORD, seed } from '#db/seed.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../../scripts/test/browsers.ts'
import { addressOf, type DesktopApp } from '../desktop/desktop-app.ts'
import { openUnderDouble } from '../desktop/under-double.ts'

// bun e2e/pictures/desktop-pictures.ts FOLDER: the desktop app with the seeded family, its product window and its own
// pages, and both in one picture for the README. Window frames are drawn, because no Electron runs here.

const folder = resolve(process.argv[2] ?? 'test-results/pictures')
const themes = ['light', 'dark'] as const

async function pageAt(app: DesktopApp, address: RegExp): Promise<Page> {
	for (;;) {
		const page = app.pages().find((page) => address.test(addressOf(page)))
		if (page) return page
		await new Promise((resolve) => setTimeout(resolve, 50))
	}
}

const userData = await mkdtemp(join(tmpdir(), 'backseat-pictures-'))
await mkdir(join(userData, 'data'))
const db = openDatabase(join(userData, 'data/backseat.db'))
await seed(db)
db.close()

const app = await openUnderDouble({ userData })
try {
	const product = await pageAt(app, /^http:/)
	const { origin } = new URL(product.url())
	// Not 'networkidle': the event stream keeps the network busy.
	await product.waitForLoadState()
	await product.evaluate(
		(password) =>
			fetch('/api/login', {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ username: 'jonas', password }),
			}),
		SEED_PASSWORD,
	)
	await app.chooseMenu('let-the-car-in')
	const panel = await pageAt(app, /let-the-car-in$/)
	await panel.getByRole('switch', { name: 'Phones on this Wi-Fi may get in' }).click()
	await panel.getByRole('img', { name: /QR code/ }).waitFor()
	await app.chooseMenu('ride-along')
	const ride = await pageAt(app, /ride-along$/)
	await ride.getByText("Join a friend's instance").click()
	await app.openUrl(`backseat://claim/abcdefghij?server=${encodeURIComponent('https://rides.example/')}`)
	const claim = await pageAt(app, /claim-link$/)
	await claim.getByRole('button', { name: 'Open rides.example' }).waitFor()

	for (const theme of themes) {
		const shoot = async (page: Page, name: string) => {
			await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
			await page.screenshot({ path: join(folder, `desktop-${name}-${theme}.png`) })
		}
		await product.emulateMedia({ colorScheme: theme })
		await product.goto(`${origin}/home`)
		await product.getByRole('heading', { name: 'Who are you rating today?' }).waitFor()
		await shoot(product, 'home')
		await shoot(panel, 'let-the-car-in')
		await shoot(ride, 'ride-along')
		await shoot(claim, 'claim-link')
	}
} finally {
	await app.quit()
	await rm(userData, { recursive: true, force: true })
}

const picture = async (name: string) =>
	`data:image/png;base64,${Buffer.from(await Bun.file(join(folder, name)).arrayBuffer()).toString('base64')}`
const framed = async (title: string, name: string, place: string) =>
	`<figure style="${place}"><figcaption><i></i><i></i><i></i><b>${title}</b></figcaption><img src="${await picture(name)}"></figure>`
const browser = await chromium.launch({ executablePath: chromiumOnThisMachine(), args: chromiumFlags })
const scene = await browser.newPage({ viewport: { width: 1400, height: 900 } })
await scene.setContent(`<style>
	body { margin: 0; height: 900px; background: #8fd3ff linear-gradient(#8fd3ff, #fff6e5); position: relative; overflow: hidden }
	figure { position: absolute; margin: 0; border: 3px solid #1c1a27; border-radius: 14px; overflow: hidden; box-shadow: 10px 10px 0 #1c1a27 }
	figcaption { display: flex; align-items: center; gap: 8px; height: 34px; padding: 0 14px; background: #fffdf8; border-bottom: 3px solid #1c1a27; font: 600 14px system-ui }
	figcaption i { width: 11px; height: 11px; border-radius: 50%; border: 2px solid #1c1a27 } figcaption i:first-child { background: #f2495c }
	figcaption i:nth-child(2) { background: #ffc62b } figcaption i:nth-child(3) { background: #19b38a } figcaption b { margin-left: 8px }
	img { display: block; width: 100% }
</style>
${await framed('Backseat', 'desktop-home-light.png', 'left: 50px; top: 40px; width: 1000px')}
${await framed('Let the car in', 'desktop-let-the-car-in-light.png', 'right: 50px; bottom: 50px; width: 420px')}`)
await scene.screenshot({ path: join(folder, 'desktop-app.png') })
await browser.close()
