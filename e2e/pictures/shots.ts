import type { APIRequestContext, Cookie, Page } from '@playwright/test'
import type { HostBackup, HostBackups } from '#contract/host/backups.ts'
import { ALL_GOOD } from '#contract/impressions.ts'
import type { News } from '#contract/news.ts'
import type { Notice } from '#contract/notices.ts'
import { BEAT_MS, type Trip } from '#contract/trips.ts'
import { SEED_PASSWORD } from '#db/seed.ts'
import { withoutPageAnswers } from '../fixtures/page-answers.ts'
import { namesOf } from '../fixtures/people.ts'
import { asPhone, type PhoneOptions, withNewsFrom } from '../fixtures/phone.ts'
import { said, saidPart } from './said.ts'

type Act = (page: Page) => Promise<unknown>

/** Pictures are taken in this order and may depend on earlier ones. */
export type Shot = {
	name: string
	path: string
	/** The member's username; a visitor without it. */
	who?: string
	others?: (request: APIRequestContext) => Promise<unknown>
	/** Runs before the page opens, for example to fake responses. */
	prepare?: Act
	acts: Act[]
}

export const HOST = 'grandma.elke'
const BOB = 201
const BOB_TOKEN = 'seed-claim-token-uncle-bob-00001'
const [THEO, NEWBIE] = [104, 105]

export const logIn = (request: APIRequestContext, username: string) =>
	request.post('./api/login', { data: { username, password: SEED_PASSWORD } })

const press =
	(name: string | RegExp): Act =>
	(page) =>
		page
			.getByRole('button', { name: said(name), exact: true })
			.first()
			.click()
const takeItBack: Act = (page) => page.getByRole('menuitem', { name: said('Take it back') }).click()
const pick =
	(...names: (string | RegExp)[]): Act =>
	async (page) => {
		for (const name of names)
			await page.locator('label', { has: page.getByRole('radio', { name: said(name), exact: true }) }).click()
	}
const fill =
	(label: string, text: string): Act =>
	(page) =>
		page.getByLabel(said(label), { exact: true }).fill(text)
const find =
	(text: string): Act =>
	(page) =>
		page.getByRole('combobox').fill(text)
const tab =
	(name: string): Act =>
	(page) =>
		page.getByRole('tab', { name: said(name) }).click()
/** Waits for the text, also in a toast or dialog. */
const shows =
	(text: string): Act =>
	(page) =>
		page.getByText(saidPart(text)).waitFor()
/** Waits for the text on the screen itself. */
const says =
	(text: string): Act =>
	(page) =>
		page.getByRole('main').getByText(saidPart(text)).first().waitFor()
const heading =
	(name: string | RegExp): Act =>
	(page) =>
		page.getByRole('heading', { name: typeof name === 'string' ? saidPart(name) : name }).waitFor()
const dialog: Act = (page) => page.getByRole('dialog').waitFor()
const scrollTo =
	(role: 'button' | 'heading', name: string | RegExp): Act =>
	(page) =>
		page.getByRole(role, { name: said(name) }).scrollIntoViewIfNeeded()
const toTheEnd: Act = (page) => page.mouse.wheel(0, 3000)

const told =
	(calls: string, json: object, status = 200): Act =>
	(page) =>
		page.route(calls, (route) => route.fulfill({ status, json }))
const neverTold =
	(calls: string): Act =>
	async (page) => {
		await withoutPageAnswers(page)
		await page.route(calls, () => undefined)
	}
const failing =
	(calls: string): Act =>
	async (page) => {
		await withoutPageAnswers(page)
		await page.route(calls, (route) => route.fulfill({ status: 500, body: '' }))
	}
const withNotice =
	(notice: Notice | null): Act =>
	async (page) => {
		await withoutPageAnswers(page)
		await page.route('**/api/home', async (route) => {
			const answer = await route.fetch()
			await route.fulfill({ json: { ...(await answer.json()), notice } })
		})
	}
const withMail: Act = async (page) => {
	await withoutPageAnswers(page)
	await page.route('**/api/instance', async (route) => {
		const answer = await route.fetch()
		await route.fulfill({ json: { ...(await answer.json()), mail: true } })
	})
}

const withNews =
	(news?: Partial<News>, phone?: PhoneOptions): Act =>
	async (page) => {
		await asPhone(page, phone)
		await withNewsFrom(page, news)
	}
const switchOn =
	(name: string): Act =>
	(page) =>
		page.getByRole('switch', { name: said(name) }).click()

/** Opens the form of a driver who was rated a moment ago. */
const anotherRide: Act = async (page) => {
	const question = page.getByRole('button', { name: said('It was another ride') })
	await question.or(page.getByRole('radio')).first().waitFor({ state: 'attached' })
	if (await question.isVisible()) await question.click()
}

const verdict = [anotherRide, pick(...namesOf({ isSmooth: false })), press('Spill the tea'), says('Thanks for rating.')]

const newGhost: Act = async (page) => {
	const answer = await page.request.post('./api/ghost-drivers', { data: { username: 'Auntie Gertrude', avatarId: 2 } })
	const { id } = (await answer.json()) as { id: number }
	await page.goto(`profile/${id}`)
	await press('Edit Auntie Gertrude')(page)
}

const signInElsewhere: Act = async (page) => {
	const elsewhere = await page
		.context()
		.browser()
		?.newContext({ baseURL: new URL('.', page.url()).href })
	if (elsewhere) await logIn(elsewhere.request, 'jonas')
	await elsewhere?.close()
	await page.reload()
}

const keepNickname: Act = async (page) => {
	const { id } = (await (await page.request.get('./api/user')).json()) as { id: number }
	const kept = JSON.stringify({ userId: id, nickname: 'Uncle Bob' })
	await page.evaluate((kept) => localStorage.setItem('claimedNickname', kept), kept)
	await page.goto(`profile/${id}`)
}

/** Fills the journal without affecting other pictures. */
async function busyDay(request: APIRequestContext) {
	await logIn(request, HOST)
	const act = (path: string, data: object = {}) => request.post(`./api/host/${path}`, { data })
	await act('confirm', { password: SEED_PASSWORD })
	await act('invitations', { note: 'Choir practice', uses: 3, days: 7 })
	await request.put(`./api/host/people/${NEWBIE}`, { data: { username: 'new.bee' } })
	await request.put(`./api/host/people/${NEWBIE}`, { data: { username: 'newbie' } })
	await act(`people/${THEO}/reset-link`)
}

async function twoReports(request: APIRequestContext) {
	await logIn(request, 'theo')
	const received = await (await request.get('./api/ratings/received')).json()
	for (const [nth, reason] of ['not_my_ride', 'mistake'].entries())
		await request.post(`./api/ratings/${received[nth].id}/report`, { data: { reason } })
}

async function ratedByMaria(request: APIRequestContext) {
	await logIn(request, 'maria.p')
	await request.post('./api/ratings', { data: { driverId: THEO, ...ALL_GOOD, starRating: 4 } })
}

async function bobRatedByJonas(request: APIRequestContext) {
	await logIn(request, 'jonas')
	await request.post('./api/ratings', { data: { driverId: BOB, ...ALL_GOOD, starRating: 4 } })
}

async function ratedAsGuest(request: APIRequestContext) {
	for (const [driverId, starRating] of [
		[102, 5],
		[THEO, 2],
		[103, 4],
	])
		await request.post('./api/ratings', { data: { driverId, ...ALL_GOOD, starRating } })
}

async function ratedAndCameIn(request: APIRequestContext) {
	await ratedAsGuest(request)
	await logIn(request, 'jonas')
}

let tripToken: string | undefined
/** One guest for all pictures. */
let guestCookies: Cookie[] = []
let tripIsOpen = false
/** Ratings of each driver by the two other passengers. */
const OTHERS_SAID = [
	[4, 3, 5],
	[5, 4, 5],
]

const verdictOf = (starRating: number) => ({
	...ALL_GOOD,
	...(starRating < 4 && { rideQuality: 'bumpy' as const }),
	...(starRating < 3 && { vibeQuality: 'off' as const }),
	starRating,
})

/** Moves Jonas's trip to the given state, as seen by a guest. The trip continues from picture to picture. */
const onTrip =
	(state: 'boarding' | 'rating' | 'sealed' | 'open'): Act =>
	async (page) => {
		const inCar = { baseURL: new URL('.', page.url()).href }
		const browser = page.context().browser()
		const jonas = await browser?.newContext(inCar)
		if (!browser || !jonas) return
		await logIn(jonas.request, 'jonas')
		const driverIds = [BOB, THEO, 103]
		if (tripToken === undefined) {
			const started = await jonas.request.post('./api/trips', { data: { name: 'To the sea', driverIds } })
			tripToken = ((await started.json()) as { token: string }).token
		}
		const call = `./api/trips/${tripToken}`
		const rateAll = async (request: APIRequestContext, stars: number[]) => {
			for (const [nth, starRating] of stars.entries())
				await request.put(`${call}/verdicts/${driverIds[nth]}`, { data: verdictOf(starRating) })
		}
		await page.context().addCookies(guestCookies)
		await page.request.post(`${call}/seat`)
		guestCookies = await page.context().cookies()
		if (state !== 'boarding') await jonas.request.post(`${call}/arrive`)
		if (state === 'rating') await rateAll(page.request, [4])
		if (state === 'sealed' || (state === 'open' && !tripIsOpen)) await rateAll(page.request, [4, 2, 5])
		if (state === 'open') {
			for (const stars of tripIsOpen ? [] : OTHERS_SAID) {
				const guest = await browser.newContext(inCar)
				await guest.request.post(`${call}/seat`)
				await rateAll(guest.request, stars)
				await guest.close()
			}
			tripIsOpen = true
			await jonas.request.post(`${call}/open`)
			while (((await (await jonas.request.get(call)).json()) as Trip).state !== 'open') await Bun.sleep(500)
		}
		await jonas.close()
		await page.goto(`trip/${tripToken}`)
	}

/** Stops the clocks of page and trip, so that the opening, which takes half a minute, can be pictured. */
const halted =
	(at: (now: number) => Partial<Trip>): Act =>
	async (page) => {
		await withoutPageAnswers(page)
		await page.clock.setFixedTime(new Date())
		await page.route('**/api/trips/*', async (route) => {
			const answer = await route.fetch()
			const now = Date.now()
			await route.fulfill({ json: { ...(await answer.json()), ...at(now), now: new Date(now).toISOString() } })
		})
	}
const COUNTED_MS = 2500
const atThree = halted((now) => ({ allSealed: true, opensAt: new Date(now + COUNTED_MS).toISOString() }))
/** The second slip of the second driver is torn open. */
const BEATS = 8.5
const atSecondSlip = halted((now) => ({
	show: {
		startedAt: new Date(now - BEATS * BEAT_MS).toISOString(),
		drivers: [BOB, THEO, 103].map((driverId) => ({ driverId, slips: [4, 3, 5].map(verdictOf) })),
	},
}))

/** A member claims Uncle Bob and logs out, so the claim link is used from then on. */
async function bobClaimed(request: APIRequestContext) {
	await logIn(request, 'newbie')
	await request.post('./api/ghost-drivers/claim', { data: { token: BOB_TOKEN } })
	await request.post('./api/logout')
}

async function bobBackOnTheList(request: APIRequestContext) {
	await logIn(request, 'jonas')
	await request.delete('./api/hidden-drivers', { data: { userId: 101, driverId: BOB } })
}

const HOUR_MS = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()

function aBackup(hoursAgo: number, special: Partial<HostBackup> = {}): HostBackup {
	const at = ago(hoursAgo)
	const kind = special.kind ?? 'daily'
	const why = kind === 'before-migration' ? 'before-0.1.0-schema-15' : kind
	const name = `backseat-${at.slice(0, 19).replaceAll(':', '-')}Z-${why}.db`
	const found = { isWhole: true, verifiedAt: at, isBeingVerified: false, problem: null }
	return { name, at, kind, bytes: 24_300_000 - hoursAgo * 10_000, ...found, ...special }
}

const BACKUPS = '**/api/host/backups'
const folder = '/var/lib/backseat/backups'
const inFolder = { folder, dataFolder: '/var/lib/backseat', settings: '--data-dir /var/lib/backseat' }
const problem = 'It is damaged (row 7 missing from index ratings). It was left as it is.'
const reason = `No room for a backup in ${folder}: it needs 412 MB and 96 MB are free (ENOSPC). Free some, or set --backup-dir.`
const underWay = { startedAt: ago(0), state: 'copying', bytes: 14_200_000, ofBytes: 24_300_000 } as const
const backups: HostBackups = {
	backups: [
		aBackup(2, { kind: 'manual' }),
		aBackup(9),
		aBackup(33, { isBeingVerified: true }),
		aBackup(57, { kind: 'before-migration', verifiedAt: null }),
		aBackup(81),
		aBackup(105, { verifiedAt: null, problem }),
	],
	underWay: null,
	failure: null,
	restoring: { isDesktop: false, ...inFolder },
}
const GOING_BACK = 'Going back to one'
const backupShot = (name: string, special: Partial<HostBackups> = {}, ...acts: Act[]): Shot => ({
	name: `host-backups${name}`,
	who: HOST,
	path: 'host/backups',
	prepare: told(BACKUPS, { ...backups, ...special }),
	acts: [heading(GOING_BACK), ...acts],
})
/** Requests a new link from the server instead of faking one. */
const makingIsReal: Act = (page) =>
	page.route(BACKUPS, (route) => (route.request().method() === 'POST' ? route.continue() : route.fallback()))

/** Fakes the response to the link's lookup. */
const linkShot = (name: string, call: string, path: string, found: object): Shot => ({
	name,
	path: `${path}/a-link-that-somebody-sent`,
	prepare: told(`**/api/${call}/*`, found),
	acts: [(page) => page.getByRole('heading', { level: 1 }).waitFor()],
})

const by =
	(who?: string) =>
	(name: string, path: string, ...acts: Act[]): Shot => ({ name, path, acts, ...(who && { who }) })
const [visitor, jonas, theo, newbie, host] = [by(), by('jonas'), by('theo'), by('newbie'), by(HOST)]

export const SHOTS: Shot[] = [
	visitor('splash', ''),
	visitor('home-visitor', 'home'),
	jonas('home', 'home'),
	{
		...jonas('home-notice', 'home', says('is printed')),
		prepare: withNotice({ kind: 'month', id: '2026-11', month: '2026-11' }),
	},
	newbie('home-empty', 'home'),
	{ ...visitor('home-loading', 'home'), prepare: neverTold('**/api/home') },
	jonas('account-menu', 'home', press('jonas')),
	visitor('auth', 'auth'),
	visitor('auth-sign-up', 'auth', tab('Sign Up')),
	visitor('auth-mistakes', 'auth', press('Log In')),
	jonas('rating', `rating/${BOB}`),
	jonas('rating-filled', `rating/${BOB}`, ...verdict.slice(0, 2)),
	visitor('who-sees-this', `rating/${THEO}`, press('Who sees this?'), dialog),
	jonas('rating-mistakes', `rating/${BOB}`, press('Spill the tea')),
	jonas('rating-oneself', 'rating/101'),
	visitor('profile', 'profile/102'),
	jonas('profile-own', 'profile/101'),
	jonas('profile-get-rated', 'profile/101', press('Get rated'), dialog),
	jonas('profile-edit', 'profile/101', press('Edit username')),
	jonas('profile-ghost', `profile/${BOB}`),
	newbie('profile-own-unrated', `profile/${NEWBIE}`),
	visitor('profile-unrated', `profile/${NEWBIE}`),
	visitor('card', 'infographic/102'),
	visitor('card-share', 'infographic/102', press('Share'), dialog),
	jonas('poster', 'poster/101'),
	visitor('poster-missing', `poster/${BOB}`),
	visitor('card-unrated', `infographic/${NEWBIE}`),
	newbie('card-own-unrated', `infographic/${NEWBIE}`),
	jonas('add-driver', 'add-driver'),
	jonas(
		'add-driver-suggestions',
		'add-driver',
		(page) => page.getByRole('combobox').pressSequentially('ma', { delay: 50 }),
		(page) => page.getByRole('option').first().waitFor(),
	),
	jonas('add-driver-found', 'add-driver', find('newbie'), press('Search'), says('User Found')),
	jonas('add-driver-not-found', 'add-driver', find('nobody'), press('Search'), says('User Not Found')),
	jonas('add-driver-new', 'add-driver', tab('New Driver')),
	visitor('add-driver-visitor', 'add-driver'),
	jonas('share-ghost', `share-ghost/${BOB}`),
	jonas('share-ghost-missing', 'share-ghost/102'),
	visitor('claim', `claim/${BOB_TOKEN}`),
	newbie('claim-member', `claim/${BOB_TOKEN}`),
	visitor('claim-used', 'claim/this-one-was-used-already'),
	jonas('month', 'receipts/2026-01', heading(/2026/)),
	host('month-won', 'receipts/2026-01', scrollTo('heading', 'Safest')),
	jonas('month-empty', 'receipts/2020-01', says('Nobody drove, or nobody told.')),
	jonas('month-none', 'receipts/2020-13'),
	jonas('glovebox', 'glovebox', heading('The glovebox')),
	host('year', 'wrapped?year=2026', shows('Tap to set off')),
	host('year-best', 'wrapped?year=2026#card-4', shows('Driver of the Year')),
	host('year-awards', 'wrapped?year=2026#card-5', shows('And the awards go to')),
	host('year-own', 'wrapped?year=2026#card-7', shows('You at the wheel')),
	host('year-judging', 'wrapped?year=2026#card-8', shows('You in the back seat')),
	host('year-end', 'wrapped?year=2026#card-9', shows('Thank you for riding along')),
	jonas('year-empty', 'wrapped?year=2020', says('2020 was parked')),
	{ ...visitor('auth-forgot', 'auth', fill('Username', 'jonas'), press('Forgot your password?')), prepare: withMail },
	{
		...visitor(
			'auth-forgot-sent',
			'auth',
			told('**/api/forgot-password', { success: true }, 202),
			fill('Username', 'jonas'),
			press('Forgot your password?'),
			press('Send Me a Link'),
			shows('a link is on its way'),
		),
		prepare: withMail,
	},
	{ ...visitor('auth-sign-up-with-mail', 'auth', tab('Sign Up')), prepare: withMail },
	linkShot('invite', 'invites', 'invite', { isSetup: false }),
	linkShot('invite-first', 'invites', 'invite', { isSetup: true }),
	{ ...linkShot('invite-member', 'invites', 'invite', { isSetup: false }), who: 'jonas' },
	visitor('invite-used', 'invite/this-one-was-used-already'),
	linkShot('reset', 'password-resets', 'reset', {
		username: 'jonas',
		avatarId: 4,
		removes: { passkeys: true, connected: [] },
	}),
	visitor('reset-used', 'reset/this-one-was-used-already'),
	{ ...visitor('reset-used-with-mail', 'reset/this-one-was-used-already'), prepare: withMail },
	theo('settings', 'settings', says('Password')),
	theo('settings-look', 'settings', press('Your face and name')),
	jonas(
		'settings-elsewhere',
		'settings',
		signInElsewhere,
		press("Where you're signed in"),
		scrollTo('button', /^Log out everywhere else/),
	),
	theo('settings-mistakes', 'settings', press('Ways in'), press('Change Password')),
	theo(
		'settings-email',
		'settings',
		press('Your e-mail'),
		fill('Email', 'theo.with.a.rather.long.name.indeed@somewhere-in-the-country.example'),
		fill('Your password', SEED_PASSWORD),
		press('Save E-mail'),
		scrollTo('button', 'Remove E-mail'),
	),
	theo('settings-email-mistakes', 'settings', press('Your e-mail'), fill('Email', 'theo@'), press('Save E-mail')),
	theo('settings-leave', 'settings', press('Leave'), scrollTo('button', 'Delete Account'), toTheEnd),
	theo('settings-delete', 'settings', press('Leave'), press('Delete Account')),
	theo(
		'settings-delete-mistakes',
		'settings',
		press('Leave'),
		press('Delete Account'),
		pick(/^They go with me/),
		press('Delete for Good'),
	),
	{ ...theo('settings-on-the-way', 'settings', press("Where you're signed in")), prepare: neverTold('**/sessions') },
	{
		...theo('settings-failed', 'settings', press("Where you're signed in"), scrollTo('button', 'Try again')),
		prepare: failing('**/sessions'),
	},
	visitor('settings-visitor', 'settings'),
	{
		...theo('news', 'settings', press('News')),
		prepare: withNews(),
	},
	{
		...theo('news-rings', 'settings', press('News'), switchOn('Ring this phone'), shows('Ring now, as a test')),
		prepare: withNews({ timeZone: 'Pacific/Auckland' }),
	},
	{
		...theo('news-refused', 'settings', press('News'), says('Your browser said no for us.')),
		prepare: withNews({ rhythm: 'sundays', isEmailVerified: true, mail: true }, { permission: 'denied' }),
	},
	{
		...theo('news-on-the-way', 'settings', press('News')),
		prepare: async (page) => {
			await withNews()(page)
			await page.route('**/api/users/*/news', () => undefined)
		},
	},
	{
		...theo('news-offer', 'home', shows('Once a day, if somebody rated you.')),
		prepare: async (page) => {
			await page.addInitScript(() => {
				localStorage.setItem('ringOffer', '"due"')
				localStorage.setItem('ownNotice', '"push"')
			})
			await withNotice(null)(page)
			await withNews()(page)
		},
	},
	{
		...theo(
			'news-offer-profile',
			`profile/${THEO}`,
			shows('Once a day, if somebody rated you.'),
			scrollTo('button', /^Ring me in the evening/),
		),
		prepare: async (page) => {
			await page.addInitScript(() => localStorage.setItem('ringOffer', '"due"'))
			await withNews()(page)
		},
	},
	visitor('news-verify', 'email/a-token-of-a-mail', heading('Is this your mailbox?')),
	{
		...visitor(
			'news-verified',
			'email/a-token-of-a-mail',
			press('Yes, that is my address'),
			heading('Your news knows the way'),
		),
		prepare: told('**/api/email-checks/*', { success: true }),
	},
	visitor('news-stop', 'unsubscribe/a-token-of-a-mail', heading('No more news?')),
	jonas('ghost-edit', 'home', newGhost),
	jonas('ghost-edit-rated', `profile/${BOB}`, press('Edit Uncle Bob')),
	jonas('ghost-edit-mistake', `profile/${BOB}`, press('Edit Uncle Bob'), fill('Name', 'B'), press('Save Changes')),
	jonas('ghost-new-link', `profile/${BOB}`, press('Edit Uncle Bob'), press('New link')),
	jonas('ghost-delete', 'home', newGhost, press('Delete Auntie Gertrude')),
	jonas('ghost-deleted', 'home', newGhost, press('Delete Auntie Gertrude'), press('Delete Auntie Gertrude'), (page) =>
		page.waitForURL(/home$/),
	),
	visitor('claim-end', `claim/${BOB_TOKEN}`, (page) => page.getByRole('heading', { level: 1 }).waitFor(), toTheEnd),
	visitor('claim-mistakes', `claim/${BOB_TOKEN}`, press('Show Me the Receipts')),
	visitor('claim-sign', `claim/${BOB_TOKEN}`, fill('Username', 'Elke Müller'), shows('Take elke.mueller')),
	{
		...visitor(
			'claim-died',
			`claim/${BOB_TOKEN}`,
			fill('Username', 'uncle.bob'),
			fill('Password', 'backseat'),
			press('Show Me the Receipts'),
			heading('Profile Not Found'),
		),
		prepare: told(
			'**/api/ghost-drivers/claim',
			{ message: 'This claim link is invalid or has already been used.', code: 'not_found', requestId: '1' },
			404,
		),
	},
	newbie('profile-keep-nickname', 'home', keepNickname, shows('Keep being called Uncle Bob?')),
	{
		...host('host-first-minute', 'home', heading('You have the wheel')),
		prepare: withNotice({ kind: 'first-minute', id: 'first-minute', left: 3 }),
	},
	{ ...host('host', 'host', heading('Dashboard')), others: busyDay },
	host('host-ghosts', 'host/people?show=ghosts', says('New link')),
	host('host-invitations', 'host/invitations', heading('So far')),
	host('host-people', 'host/people', says('Reset link')),
	backupShot(''),
	backupShot('-end', {}, scrollTo('heading', GOING_BACK)),
	backupShot('-under-way', { underWay }),
	backupShot('-checking', { underWay: { ...underWay, state: 'checking' } }),
	backupShot('-failed', { failure: { at: ago(1), reason } }),
	backupShot('-none', { backups: [], restoring: { isDesktop: true, ...inFolder } }),
	backupShot('-download', {}, press(/^Download the backup of /), dialog),
	backupShot('-password', {}, makingIsReal, press('Back up now'), dialog),
	host(
		'host-password',
		'host/people',
		press('Reset link for theo'),
		fill('Your password', 'reverse-gear'),
		press('Go on'),
		shows('That is not your current password'),
	),
	{ ...host('host-reports', 'host/reports', says('A mistake')), others: twoReports },
	{ ...theo('profile-reported', `profile/${THEO}`), others: twoReports },
	jonas('host-refused', 'host'),
	jonas('trip-new', 'trip/new', fill('Where to?', 'To the sea'), (page) =>
		page.locator('label', { hasText: 'Uncle Bob' }).click(),
	),
	visitor('trip-boarding', 'home', onTrip('boarding'), says('You are in')),
	visitor('trip-rating', 'home', onTrip('rating'), says('2 of 3'), pick(...namesOf({ stars: 2, isSmooth: false }))),
	visitor('trip-sealed', 'home', onTrip('sealed'), heading('Yours are sealed')),
	{ ...visitor('trip-countdown', 'home', onTrip('sealed'), heading('All sealed')), prepare: atThree },
	{ ...visitor('trip-show', 'home', onTrip('open'), says('2 of 3')), prepare: atSecondSlip },
	visitor('trip-receipt', 'home', onTrip('open'), says('Driver of the trip')),
	visitor('trip-gone', 'trip/this-one-is-gone'),
	visitor('not-found', 'nowhere'),
	visitor('driver-not-found', 'rating/4711'),
	visitor('profile-not-found', 'profile/4711'),
	jonas(
		'session-ended',
		'home',
		(page) => page.getByRole('banner').getByRole('button', { name: 'jonas' }).waitFor(),
		(page) => page.context().request.post('./api/logout'),
		(page) => page.reload(),
		shows('Your session has ended'),
	),
	{ ...visitor('breakdown', 'profile/102'), prepare: failing('**/api/users/102') },
	// Pictures from here on change data: ratings are given, a driver is removed from a list.
	{ ...theo('home-popup', 'home'), others: ratedByMaria },
	{ ...jonas('home-removed', 'home', press('Remove Uncle Bob')), others: bobBackOnTheList },
	jonas('celebration', `rating/${BOB}`, ...verdict),
	{ ...jonas('rated-lately', `rating/${BOB}`, shows('It was another ride')), others: bobRatedByJonas },
	visitor('celebration-guest', 'rating/102', ...verdict),
	visitor('celebration-more', 'rating/102', ...verdict, press(/^More about/), (page) =>
		page.getByRole('menuitem', { name: said('Change it') }).waitFor(),
	),
	jonas('verdicts', 'verdicts'),
	jonas('verdicts-take-back', 'verdicts', press(/^More about/), takeItBack, (page) =>
		page.getByRole('alertdialog').waitFor(),
	),
	visitor('verdicts-empty', 'verdicts'),
	visitor('save-prompt', 'rating/102', ...verdict, press('Save Your Rating'), dialog),
	jonas('my-receipt', `rating/${THEO}`, ...verdict, press('Send my receipt'), dialog),
	{ ...visitor('home-guest', 'home', heading('You rated')), others: ratedAsGuest },
	{ ...visitor('came-along', 'verdicts', says('came along')), others: ratedAndCameIn },
	{ ...visitor('claim-used-by-another', `claim/${BOB_TOKEN}`, says('Log in')), others: bobClaimed },
	{ ...newbie('claim-used-by-oneself', `claim/${BOB_TOKEN}`, says('These are yours already')), others: bobClaimed },
]

/** Screenshots for install prompts, named in src-ui/public/manifest.webmanifest. */
export const MANIFEST_SHOTS: (Shot & { size: 'phone' | 'laptop' })[] = [
	{ ...jonas('rating', `rating/${BOB}`, ...verdict.slice(0, 2)), size: 'phone' },
	{ ...jonas('card', 'infographic/102'), size: 'phone' },
	{ ...jonas('profile', 'profile/102'), size: 'laptop' },
]
