import type { PagePath } from '#contract/pages.ts'
import { expectAccessibleInOneTheme } from '../accessibility/accessible.ts'
import { openTrip } from '../fixtures/open-trip.ts'
import { addGhost, expect, type Member, rate, test } from '../fixtures/people.ts'
import { expectNothingCutOff } from './cut-off.ts'
import { expectToStandStill } from './layout-shift.ts'

/** Pages that redirect. */
const leadsOn: string[] = []
/** Pages that tell members they are for hosts only, as /host does. e2e/host covers what hosts see. */
const sameForMembers: string[] = []

const NARROW = { viewport: { width: 360, height: 700 } }
/** Reduced motion: moving elements are checked at rest. */
const CALM = { ...NARROW, reducedMotion: 'reduce', colorScheme: 'light' } as const

/** A member's screens, with a ghost, another driver and a trip in each state. */
async function everyScreen(rider: Member, driver: Member): Promise<string[]> {
	const ghost = await addGhost(rider, 'Titled Tina')
	await rate(rider, driver.id)
	const driverIds = [ghost.id]
	const start = (name: string) => rider.ask<{ token: string }>('POST', '/api/trips', { name, driverIds })
	const [boarding, rating, receipt] = [await start('To the sea'), await start('Up the hill'), await start('Homewards')]
	for (const { token } of [rating, receipt]) await rider.ask('POST', `/api/trips/${token}/arrive`)
	await openTrip(rider, receipt.token)
	const both = (screen: string) => [`${screen}/${ghost.id}`, `${screen}/${driver.id}`]
	const screens: Record<PagePath, string[]> = {
		'/': leadsOn,
		'/add-driver': ['add-driver'],
		'/auth': leadsOn,
		'/auth/*': leadsOn,
		'/claim/*': [`claim/${ghost.token}`],
		'/email/*': ['email/no-such-token-anywhere'],
		'/glovebox': ['glovebox'],
		'/oidc/callback': ['oidc/callback?code=a&state=b'],
		'/home': ['home'],
		'/host': ['host'],
		'/host/people': sameForMembers,
		'/host/ghosts': leadsOn,
		'/host/invitations': sameForMembers,
		'/host/backups': sameForMembers,
		'/host/reports': sameForMembers,
		'/host/journal': leadsOn,
		'/infographic/me': leadsOn,
		'/infographic/*': both('infographic'),
		'/invite/*': ['invite/no-such-token-anywhere'],
		'/poster/*': [`poster/${driver.id}`],
		'/profile/*': [`profile/${ghost.id}`, `profile/${rider.id}`],
		'/rating/*': both('rating'),
		'/receipts/*': ['receipts/2026-01'],
		'/reset/*': ['reset/no-such-token-anywhere'],
		'/settings': ['settings'],
		'/share-ghost/*': [`share-ghost/${ghost.id}`],
		'/trip/new': ['trip/new'],
		'/trip/*': [boarding, rating, receipt].map(({ token }) => `trip/${token}`),
		'/unsubscribe/*': ['unsubscribe/no-such-token-anywhere'],
		'/verdicts': ['verdicts'],
		'/wrapped': ['wrapped'],
	}
	return [...Object.values(screens).flat(), 'nowhere']
}

/** On a busy machine all screens take longer than a test may. Screens with similar titles are in the same half. */
for (const half of ['first', 'second'])
	test(`on a phone 360 pixels wide no screen of a member scrolls sideways, cuts off a word or moves while it loads, each has a title of its own, and axe finds nothing grave in light or in dark: ${half} half [spec 9.18]`, {
		tag: '@own-size',
	}, async ({ member }) => {
		const [rider, driver] = [await member('rider', CALM), await member('driver')]
		const all = await everyScreen(rider, driver)
		const middle = all.indexOf('receipts/2026-01')
		const paths = half === 'first' ? all.slice(0, middle) : all.slice(middle)
		rider.expectStatus(404)
		const titles = new Map<string, string>()
		for (const [nth, path] of paths.entries()) {
			await rider.open(path)
			await expect(rider.page.getByRole('heading', { level: 1 })).toHaveCount(1)
			await expectNothingCutOff(rider.page, path)
			await expectAccessibleInOneTheme(rider.page, path, nth)
			await expectToStandStill(rider.page, path)
			await expect(rider.page).toHaveTitle(/^.+ · Backseat$/)
			const title = await rider.page.title()
			expect(titles.get(title), `${path} and another screen are both called ${title}`).toBeUndefined()
			titles.set(title, path)
		}
		if (half === 'first') expect([...titles.keys()]).toContain("Titled Tina's Driving Today · Backseat")
	})

test('nor does axe find anything grave on the screens that visitors see otherwise', { tag: '@own-size' }, async ({
	member,
	newPerson,
}) => {
	const rider = await member('rider')
	const ghost = await addGhost(rider, 'Titled Tina')
	const { page, open } = await newPerson(CALM)
	const paths = ['home', 'auth', `claim/${ghost.token}`, 'rating/2', 'settings', 'add-driver', 'verdicts', 'glovebox']
	for (const [nth, path] of paths.entries()) {
		await open(path)
		await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
		await expectNothingCutOff(page, path)
		await expectAccessibleInOneTheme(page, path, nth)
	}
})

test('targets on the rating screen are big enough for a thumb', { tag: '@own-size' }, async ({ newPerson }) => {
	const { page, open } = await newPerson(NARROW)
	await open('rating/2')
	await expect(page.getByRole('button', { name: 'Spill the tea' })).toBeVisible()
	const small = await page.locator('label:has(input[type=radio]), main button, main a').evaluateAll((targets) =>
		targets
			.filter((target) => {
				const { width, height } = target.getBoundingClientRect()
				return width < 44 || height < 44
			})
			.map((target) => target.outerHTML.slice(0, 120)),
	)
	expect(small).toEqual([])
})
