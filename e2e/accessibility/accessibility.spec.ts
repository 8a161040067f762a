import { withoutPageAnswers } from '../fixtures/page-answers.ts'
import {
	addGhost,
	closeToast,
	driverRow,
	expect,
	fillVerdict,
	heading,
	openAccountMenu,
	rate,
	sayItWasAnotherRide,
	searchFor,
	submitVerdict,
	toastTitled,
} from '../fixtures/people.ts'
import { everybodyCanUse } from './accessible-states.ts'

everybodyCanUse('home', {
	"a visitor's home": async ({ visitor: { page, open } }) => {
		await open('home')
		await expect(driverRow(page, 'Demo Driver')).toBeVisible()
		return page
	},
	'the theme menu': async ({ visitor: { page } }) => {
		await page.getByRole('banner').getByRole('button', { name: 'Theme' }).click()
		await expect(page.getByRole('menu')).toBeVisible()
		return page
	},
	'home on the way': async ({ visitor: { page, open } }) => {
		await withoutPageAnswers(page)
		await page.route('**/api/home', () => undefined)
		await open('home')
		await expect(page.getByText('Loading drivers...')).toBeAttached()
		return page
	},
	'home that failed': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(500)
		await withoutPageAnswers(page)
		await page.route('**/api/home', (route) => route.fulfill({ status: 500, body: '' }))
		await open('home')
		await expect(toastTitled(page, 'Error')).toBeVisible()
		return page
	},
	"a member's home with drivers": async ({ rider: { page, open }, ghost }) => {
		await open('home')
		await expect(driverRow(page, ghost.name)).toBeVisible()
		return page
	},
	'the popup': async ({ driver: { page, open } }) => {
		await open('home')
		await expect(page.getByRole('dialog')).toBeVisible()
		return page
	},
	'an empty home': async ({ driver: { page, open, ask, id } }) => {
		await ask('POST', `/api/users/${id}/mark-ratings-seen`)
		await open('home')
		await expect(page.getByText('No drivers yet. Add one to get started!')).toBeVisible()
		await expect(heading(page, 'Others here')).toBeVisible()
		return page
	},
	'the home of a guest who has rated': async ({ visitor, ghost, driver }) => {
		for (const { id } of [ghost, driver]) await rate(visitor, id)
		await visitor.open('home')
		await expect(heading(visitor.page, 'You rated')).toBeVisible()
		return visitor.page
	},
	'the account menu': async ({ rider: { page, username } }) => {
		await openAccountMenu(page, username)
		return page
	},
	'a toast with a button in it': async ({ rider: { page }, ghost }) => {
		await page.keyboard.press('Escape')
		await page.getByRole('button', { name: `Remove ${ghost.name}` }).click()
		await expect(toastTitled(page, 'Driver removed')).toBeVisible()
		return page
	},
	'a long home that is searched in vain': async ({ rider }) => {
		for (let n = 0; n < 8; n++) await addGhost(rider, `Passenger ${n}`)
		await rider.open('home')
		await rider.page.getByRole('textbox', { name: 'Search your drivers' }).fill('nobody')
		await expect(rider.page.getByRole('link', { name: 'Find "nobody" on Backseat' })).toBeVisible()
		return rider.page
	},
	'a session that has ended': async ({ rider: { page, open, ask } }) => {
		await ask('POST', '/api/logout')
		await open('home')
		await page.getByRole('button', { name: 'Log in again' }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
		return page
	},
})

everybodyCanUse('logging in', {
	'the log-in with mistakes': async ({ visitor: { page, open } }) => {
		await open('auth')
		await page.getByRole('tab', { name: 'Log In' }).click()
		await page.getByRole('button', { name: 'Log In', exact: true }).click()
		await expect(page.getByText('Password is required')).toBeVisible()
		return page
	},
	'a log-in that failed': async ({ visitor: { page, expectStatus } }) => {
		expectStatus(401)
		await page.getByLabel('Username').fill('nobody.at.all')
		await page.getByLabel('Password', { exact: true }).fill('whatever')
		await page.getByRole('button', { name: 'Log In', exact: true }).click()
		await expect(toastTitled(page, 'Login failed')).toBeVisible()
		return page
	},
	'the splash': async ({ visitor: { page, open } }) => {
		// Stops the splash timers, which would leave for home after 1.5 s.
		await page.addInitScript(() => {
			const wait = window.setTimeout
			const stay = (act: TimerHandler, ms?: number) => (ms === 1200 || ms === 1500 ? 0 : wait(act, ms))
			window.setTimeout = stay as typeof setTimeout
		})
		await open('')
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		return page
	},
})

everybodyCanUse('rating', {
	'a driver who was rated a moment ago': async ({ rider: { page, open }, ghost }) => {
		await open(`rating/${ghost.id}`)
		await expect(page.getByText('You rated Uncle Bob just now.')).toBeVisible()
		return page
	},
	'the rating screen': async ({ rider: { page } }) => {
		await sayItWasAnotherRide(page)
		await expect(page.getByRole('button', { name: 'Spill the tea' })).toBeVisible()
		return page
	},
	'who sees a rating': async ({ rider: { page } }) => {
		await page.getByRole('button', { name: 'Who sees this?' }).click()
		await expect(page.getByText('will guess it was you.')).toBeVisible()
		return page
	},
	'the celebration with its toast': async ({ rider: { page } }) => {
		await page.keyboard.press('Escape')
		await submitVerdict(page)
		await expect(toastTitled(page, 'The verdict is in!')).toBeVisible()
		// Focus keeps the toast open during the check.
		await page.keyboard.press('F8')
		return page
	},
	'the rating screen with a mistake': async ({ visitor: { page, open } }) => {
		await open('rating/2')
		await page.getByRole('button', { name: 'Spill the tea' }).click()
		await expect(page.getByText('Please provide a star rating')).toBeVisible()
		return page
	},
	'the rating screen filled in, stars, yes and no': async ({ visitor: { page } }) => {
		await fillVerdict(page, { stars: 3, isSafe: false, isGood: false })
		return page
	},
	'the prompt to save': async ({ visitor: { page, open } }) => {
		await open('rating/2')
		await submitVerdict(page)
		await closeToast(page)
		await page.getByRole('button', { name: 'Save Your Rating' }).click()
		await expect(page.getByRole('dialog')).toBeVisible()
		return page
	},
	'the rating screen on the way': async ({ visitor: { page, open } }) => {
		await withoutPageAnswers(page)
		await page.route('**/api/users/2', () => undefined)
		await open('rating/2')
		await expect(page.getByRole('main').getByRole('status')).toBeVisible()
		return page
	},
	'a driver who is not there': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		await open('rating/4711')
		await expect(heading(page, 'Driver Not Found')).toBeVisible()
		return page
	},
	'rating oneself': async ({ rider: { page, open, id } }) => {
		await open(`rating/${id}`)
		await expect(page.getByText('Nice try. You cannot rate your own driving.')).toBeVisible()
		return page
	},
})

everybodyCanUse('a profile or card', {
	'a rated profile': async ({ visitor: { page, open }, rider, driver }) => {
		await rate(rider, driver.id, { stars: 2, isSafe: false })
		await open(`profile/${driver.id}`)
		await expect(heading(page, 'Recent Ratings')).toBeVisible()
		await expect(heading(page, 'Earlier ratings')).toBeVisible()
		await expect(page.getByText('Fresh Plates')).toBeVisible()
		return page
	},
	'the own profile, with the own link': async ({ driver: { page, open, id } }) => {
		await open(`profile/${id}`)
		await page.getByRole('button', { name: 'Get rated' }).click()
		await expect(page.getByRole('img', { name: 'QR code of your rating page' })).toBeVisible()
		return page
	},
	'the own profile, with an opened row': async ({ driver: { page } }) => {
		await page.keyboard.press('Escape')
		await page.getByRole('button', { expanded: false, name: /stars? out of 5/ }).click()
		await expect(page.getByRole('button', { expanded: true })).toBeVisible()
		return page
	},
	'the stickers to answer with': async ({ driver: { page } }) => {
		await page
			.getByRole('button', { name: /^Answer/ })
			.first()
			.click()
		await expect(page.getByRole('listbox', { name: 'Stickers' })).toBeVisible()
		return page
	},
	'the own profile with an answer': async ({ driver: { page } }) => {
		await page.getByRole('option', { name: 'You chose the music' }).click()
		await expect(page.getByRole('button', { name: /^You answered: You chose the music/ })).toBeVisible()
		return page
	},
	"a ghost's profile without ratings": async ({ rider, visitor: { page, open } }) => {
		await open(`profile/${(await addGhost(rider, 'Unrated Una')).id}`)
		await expect(page.getByText('No ratings yet. Be the first to rate!')).toBeVisible()
		return page
	},
	'the own profile, being renamed with a mistake': async ({ driver: { page } }) => {
		await page.getByRole('button', { name: 'Edit username' }).click()
		await page.getByRole('dialog').getByLabel('Username').fill('x')
		await page.getByRole('button', { name: 'Save Changes' }).click()
		await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
		return page
	},
	'the profile of nobody': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		await open('profile/4711')
		await expect(heading(page, 'Profile Not Found')).toBeVisible()
		return page
	},
	'a card': async ({ visitor: { page, open }, driver }) => {
		await open(`infographic/${driver.id}`)
		await expect(page.getByText(/rides? rated/)).toBeVisible()
		await expect(page.getByRole('list', { name: /^The last/ }).getByRole('listitem')).toHaveCount(2)
		await expect(page.getByText('Fresh Plates')).toBeVisible()
		return page
	},
	"a card's QR code": async ({ visitor: { page } }) => {
		await page.getByRole('button', { name: 'Share', exact: true }).click()
		await expect(page.getByRole('dialog').getByRole('img', { name: 'QR code of the card' })).toBeVisible()
		return page
	},
	'a poster': async ({ visitor: { page, open }, driver }) => {
		await open(`poster/${driver.id}`)
		await expect(page.getByRole('region', { name: 'The poster' })).toBeVisible()
		return page
	},
	'a card without ratings': async ({ rider: { page, open, id } }) => {
		await open(`infographic/${id}`)
		await expect(page.getByText("This driver hasn't been rated yet.")).toBeVisible()
		return page
	},
	'a breakdown': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(500)
		await withoutPageAnswers(page)
		await page.route('**/api/users/2', (route) => route.fulfill({ status: 500, body: '' }))
		await open('profile/2')
		await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
		return page
	},
	'an address that leads nowhere': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		await open('nowhere')
		await expect(heading(page, '404 Page Not Found')).toBeVisible()
		return page
	},
})

everybodyCanUse('adding a driver', {
	'finding nobody': async ({ rider: { page, open } }) => {
		await open('add-driver')
		await page.getByRole('combobox').fill('nobody.at.all')
		await page.getByRole('button', { name: 'Search' }).click()
		await expect(toastTitled(page, 'User not found')).toBeVisible()
		return page
	},
	'finding a member, with suggestions': async ({ rider: { page }, driver }) => {
		await page.getByRole('combobox').fill('')
		await page.getByRole('combobox').pressSequentially(driver.username.slice(0, 6))
		await expect(page.getByRole('option').first()).toBeVisible()
		return page
	},
	'a member found': async ({ rider: { page }, driver }) => {
		await searchFor(page, driver.username)
		await expect(page.getByRole('main').getByText('User Found')).toBeVisible()
		return page
	},
	'a new ghost with a mistake': async ({ rider: { page } }) => {
		await page.getByRole('tab', { name: 'New Driver' }).click()
		await page.getByRole('button', { name: 'Add Driver' }).click()
		await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
		return page
	},
	'a visitor who wants to add': async ({ visitor: { page, open } }) => {
		await open('add-driver')
		await expect(heading(page, 'Add Driver')).toBeVisible()
		return page
	},
})

everybodyCanUse('a claim', {
	'sharing a ghost': async ({ rider: { page, open }, ghost }) => {
		await open(`share-ghost/${ghost.id}`)
		await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
		return page
	},
	'claiming as a newcomer': async ({ visitor: { page, open }, ghost }) => {
		await open(`claim/${ghost.token}`)
		await page.getByRole('textbox', { name: 'Username' }).fill('Elke Müller')
		await page.getByRole('button', { name: 'Show Me the Receipts' }).click()
		await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
		await expect(page.getByRole('button', { name: 'Take elke.mueller' })).toBeVisible()
		return page
	},
	'claiming as a member': async ({ driver: { page, open }, ghost }) => {
		await open(`claim/${ghost.token}`)
		await expect(page.getByRole('button', { name: 'Claim these ratings' })).toBeVisible()
		return page
	},
	'a used claim link': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		await open('claim/no-such-token-anywhere')
		await expect(heading(page, 'Profile Not Found')).toBeVisible()
		return page
	},
})
