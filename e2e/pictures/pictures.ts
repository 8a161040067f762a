import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { ALL_GOOD } from '#contract/impressions.ts'
import { openDatabase } from '#db/database.ts'
import { seed } from '#db/seed.ts'
import { chromiumFlags, chromiumOnThisMachine } from '../../scripts/test/browsers.ts'
import { openInstance } from '../fixtures/instance.ts'
import { operator } from '../fixtures/operator.ts'
import { withoutPageAnswers } from '../fixtures/page-answers.ts'
import { namesOf } from '../fixtures/people.ts'
import { logIn, pick, press, type Shot } from './picture.ts'
import { accountShots } from './pictures-of-accounts.ts'
import { ghostShots } from './pictures-of-ghosts.ts'
import { HOST, hostShots } from './pictures-of-host.ts'

// bun e2e/pictures/pictures.ts FOLDER: every screen of the built product with the seeded family, at phone and desktop size, in
// both themes. For the README, the docs, and whoever wants to look at all of it.

const BOB = 201
const BOB_TOKEN = 'seed-claim-token-uncle-bob-000001'
const NEWBIE = 105

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }
const themes = ['light', 'dark'] as const

const verdict = async (page: Page) => {
	await pick(page, ...namesOf({ isSmooth: false }))
	await page.getByRole('button', { name: 'Spill the tea' }).click()
	await page.getByText('Thanks for rating.').waitFor()
}

const shots: Record<string, Shot> = {
	splash: { path: '' },
	'home-visitor': { path: 'home' },
	home: { as: 'jonas', path: 'home' },
	'home-empty': { as: 'newbie', path: 'home' },
	'home-loading': {
		path: 'about:blank',
		act: async (page) => {
			await withoutPageAnswers(page)
			await page.route('**/api/home', () => undefined)
			await page.goto('home')
		},
	},
	'account-menu': { as: 'jonas', path: 'home', act: press('jonas') },
	auth: { path: 'auth' },
	'auth-sign-up': { path: 'auth', act: (page) => page.getByRole('tab', { name: 'Sign Up' }).click() },
	'auth-mistakes': { path: 'auth', act: press('Log In') },
	rating: { as: 'jonas', path: `rating/${BOB}` },
	'rating-filled': {
		as: 'jonas',
		path: `rating/${BOB}`,
		act: (page) => pick(page, ...namesOf({ isSmooth: false })),
	},
	'rating-mistakes': { as: 'jonas', path: `rating/${BOB}`, act: press('Spill the tea') },
	'rating-oneself': { as: 'jonas', path: 'rating/101' },
	profile: { path: 'profile/102' },
	'profile-own': { as: 'jonas', path: 'profile/101' },
	'profile-edit': { as: 'jonas', path: 'profile/101', act: press('Edit username') },
	'profile-ghost': { as: 'jonas', path: `profile/${BOB}` },
	'profile-own-unrated': { as: 'newbie', path: `profile/${NEWBIE}` },
	'profile-unrated': { path: `profile/${NEWBIE}` },
	card: { path: 'infographic/102' },
	'card-qr-code': {
		path: 'infographic/102',
		act: async (page) => {
			await press('Show QR code')(page)
			await page.getByRole('dialog').waitFor()
		},
	},
	'card-picture': {
		path: 'infographic/102',
		act: async (page) => {
			await press('See the picture')(page)
			await page.getByRole('img', { name: 'The card of Grandma Elke' }).waitFor()
		},
	},
	poster: { as: 'jonas', path: 'poster/101' },
	'poster-missing': { path: `poster/${BOB}` },
	'card-unrated': { path: `infographic/${NEWBIE}` },
	'card-own-unrated': { as: 'newbie', path: `infographic/${NEWBIE}` },
	'add-driver': { as: 'jonas', path: 'add-driver' },
	'add-driver-suggestions': {
		as: 'jonas',
		path: 'add-driver',
		act: async (page) => {
			await page.getByRole('combobox').pressSequentially('ma', { delay: 50 })
			await page.getByRole('option').first().waitFor()
		},
	},
	'add-driver-found': {
		as: 'jonas',
		path: 'add-driver',
		act: async (page) => {
			await page.getByRole('combobox').fill('newbie')
			await press('Search')(page)
			await page.getByRole('main').getByText('User Found').waitFor()
		},
	},
	'add-driver-not-found': {
		as: 'jonas',
		path: 'add-driver',
		act: async (page) => {
			await page.getByRole('combobox').fill('nobody')
			await press('Search')(page)
			await page.getByRole('main').getByText('User Not Found').waitFor()
		},
	},
	'add-driver-new': {
		as: 'jonas',
		path: 'add-driver',
		act: (page) => page.getByRole('tab', { name: 'New Driver' }).click(),
	},
	'add-driver-visitor': { path: 'add-driver' },
	'share-ghost': { as: 'jonas', path: `share-ghost/${BOB}` },
	'share-ghost-missing': { as: 'jonas', path: 'share-ghost/102' },
	claim: { path: `claim/${BOB_TOKEN}` },
	'claim-member': { as: 'newbie', path: `claim/${BOB_TOKEN}` },
	'claim-used': { path: 'claim/this-one-was-used-already' },
	...accountShots,
	...ghostShots,
	...hostShots,
	'not-found': { path: 'nowhere' },
	'driver-not-found': { path: 'rating/4711' },
	'profile-not-found': { path: 'profile/4711' },
	'session-ended': {
		as: 'jonas',
		path: 'home',
		act: async (page) => {
			await page.getByRole('banner').getByRole('button', { name: 'jonas' }).waitFor()
			await page.context().request.post('./api/logout')
			await page.reload()
			await page.getByText('Your session has ended').waitFor()
		},
	},
	breakdown: {
		path: 'about:blank',
		act: async (page) => {
			await withoutPageAnswers(page)
			await page.route('**/api/users/102', (route) => route.fulfill({ status: 500, body: '' }))
			await page.goto('profile/102')
		},
	},
	// From here on things happen: ratings are given, a driver is taken off a list.
	'home-popup': {
		before: async (request) => {
			await logIn(request, 'maria.p')
			const said = { ...ALL_GOOD, starRating: 4 }
			await request.post('./api/ratings', { data: { driverId: 104, ...said } })
		},
		as: 'theo',
		path: 'home',
	},
	'home-removed': {
		before: async (request) => {
			await logIn(request, 'jonas')
			await request.delete('./api/hidden-drivers', { data: { userId: 101, driverId: BOB } })
		},
		as: 'jonas',
		path: 'home',
		act: press('Remove Uncle Bob'),
	},
	celebration: { as: 'jonas', path: `rating/${BOB}`, act: verdict },
	'celebration-guest': { path: 'rating/102', act: verdict },
	'celebration-change': {
		path: 'rating/102',
		act: async (page) => {
			await verdict(page)
			await press('Change it')(page)
			await page.getByRole('dialog').waitFor()
		},
	},
	verdicts: { as: 'jonas', path: 'verdicts' },
	'verdicts-take-back': {
		as: 'jonas',
		path: 'verdicts',
		act: async (page) => {
			await page.getByRole('button', { name: 'Take it back' }).first().click()
			await page.getByRole('alertdialog').waitFor()
		},
	},
	'verdicts-empty': { path: 'verdicts' },
	'save-prompt': {
		path: 'rating/102',
		act: async (page) => {
			await verdict(page)
			await page.getByRole('button', { name: 'Save Your Rating' }).click()
			await page.getByRole('dialog').waitFor()
		},
	},
}

const seedFamily = (dataDir: string) => {
	const db = openDatabase(join(dataDir, 'backseat.db'))
	seed(db)
	db.close()
}

async function take(context: BrowserContext, { before, as, path, act }: Shot, file: string) {
	await before?.(context.request)
	if (as) await logIn(context.request, as)
	await context.addInitScript(() => {
		if (location.protocol.startsWith('http')) sessionStorage.setItem('firstVisitOverlaySeen', 'true')
	})
	const page = await context.newPage()
	await page.goto(path)
	await act?.(page)
	// Until springs, faces and fonts have come to rest.
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
	await page.screenshot({ path: file })
}

const folder = process.argv[2]
const wanted = process.argv[3]
if (!folder) throw new Error('Say where to: bun e2e/pictures/pictures.ts FOLDER [part of a name]')
const instance = await openInstance()
await instance.stop()
seedFamily(instance.dataDir)
await instance.start()
await operator(instance, 'user', 'host', HOST, 'on')
const browser = await chromium.launch({
	executablePath: chromiumOnThisMachine(),
	args: chromiumFlags,
})
for (const [name, shot] of Object.entries(shots))
	for (const [size, viewport] of Object.entries(sizes))
		for (const colorScheme of themes) {
			if (wanted && !name.includes(wanted)) continue
			const context = await browser.newContext({
				baseURL: instance.address,
				viewport,
				colorScheme,
				hasTouch: size === 'phone',
			})
			const file = resolve(folder, `${name}-${size}-${colorScheme}.png`)
			await take(context, shot, file).catch((error: unknown) => process.stderr.write(`${name}: ${error}\n`))
			await context.close()
		}
await browser.close()
await instance.end()
