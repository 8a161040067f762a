import type { Page } from '@playwright/test'
import { linkFromOperator } from '../fixtures/operator.ts'
import { withoutPageAnswers } from '../fixtures/page-answers.ts'
import { choose, expect, heading, inInstance, openRow, signUpWithoutHost, test } from '../fixtures/people.ts'
import { asPhone, withNewsFrom } from '../fixtures/phone.ts'
import { everybodyCanUse } from './accessible-states.ts'

/** Fakes mail delivery for the page only: its appearance needs no mail server. */
const withMail = async (page: Page) => {
	await withoutPageAnswers(page)
	await page.route('**/api/instance', async (route) => {
		const answer = await route.fetch()
		await route.fulfill({ json: { ...(await answer.json()), mail: true } })
	})
}

let inviteLink = ''
test.beforeEach(async ({ instance }) => {
	inviteLink ||= await linkFromOperator(instance, 'invite', 'create')
})

everybodyCanUse('a link that was sent', {
	'asking for a link with a mistake': async ({ visitor: { page, open } }) => {
		await withMail(page)
		await open('auth')
		await page.getByRole('tab', { name: 'Log In' }).click()
		await page.getByRole('button', { name: 'Forgot your password?' }).click()
		const dialog = page.getByRole('dialog')
		await dialog.getByRole('button', { name: 'Send Me a Link' }).click()
		await expect(dialog.getByText('Username must be at least 3 characters')).toBeVisible()
		return page
	},
	'a link on its way': async ({ visitor: { page } }) => {
		await page.route('**/api/forgot-password', (route) => route.fulfill({ status: 202, json: { success: true } }))
		const dialog = page.getByRole('dialog')
		await dialog.getByLabel('Username').fill('forgetful')
		await dialog.getByRole('button', { name: 'Send Me a Link' }).click()
		await expect(dialog.getByText(/a link is on its way/)).toBeVisible()
		return page
	},
	'the sign-up with an address': async ({ visitor: { page, open } }) => {
		await withMail(page)
		await open('auth')
		await page.getByRole('tab', { name: 'Sign Up' }).click()
		await signUpWithoutHost(page)
		await expect(page.getByLabel('Email')).toBeVisible()
		return page
	},
	'an invitation': async ({ visitor: { page, open } }) => {
		await open(inviteLink)
		await expect(heading(page, "You're Invited")).toBeVisible()
		return page
	},
	'an invitation opened by a member': async ({ rider: { page, open } }) => {
		await open(inviteLink)
		await expect(heading(page, 'You have a seat already')).toBeVisible()
		return page
	},
	'a dead invitation': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		await open('invite/no-such-token-anywhere')
		await expect(heading(page, 'This ride has left')).toBeVisible()
		return page
	},
	'a new password with a mistake': async ({ visitor: { page, open } }) => {
		await page.route('**/api/password-resets/*', (route) =>
			route.fulfill({ json: { username: 'uncle.bob', avatarId: 1, removes: { passkeys: true, connected: [] } } }),
		)
		await open('reset/a-link-that-was-sent')
		await page.getByRole('button', { name: 'Set New Password' }).click()
		await expect(page.getByText('Password must be at least 6 characters')).toBeVisible()
		return page
	},
	'a dead link to a new password': async ({ visitor: { page, open, expectStatus } }) => {
		expectStatus(404)
		await withMail(page)
		await open('reset/no-such-token-anywhere')
		await expect(page.getByRole('button', { name: 'Ask for a New Link' })).toBeVisible()
		return page
	},
})

everybodyCanUse('the settings screen', {
	'the settings': async ({ rider: { page, open } }) => {
		await open('settings')
		await expect(page.getByText('Only here')).toBeVisible()
		return page
	},
	'where one is signed in': async ({ rider: { page } }) => {
		await openRow(page, "Where you're signed in")
		await expect(page.getByText('This one')).toBeVisible()
		return page
	},
	'the settings with another face and a name that is too short': async ({ rider: { page } }) => {
		await openRow(page, 'Your face and name')
		await choose(page, 'Road-trip dog')
		await page.getByLabel('Display name').fill('R')
		await page.getByRole('button', { name: 'Save Changes' }).click()
		await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
		return page
	},
	'deleting the account with mistakes': async ({ rider: { page } }) => {
		await openRow(page, 'Leave')
		await page.getByRole('button', { name: 'Delete Account' }).click()
		await page.getByRole('button', { name: 'Delete for Good' }).click()
		await expect(page.getByText('Please choose what happens to your ratings')).toBeVisible()
		return page
	},
	'deleting the account with a choice made': async ({ rider: { page } }) => {
		const dialog = page.getByRole('dialog')
		await dialog.locator('label', { has: page.getByRole('radio', { name: /^They go with me/ }) }).click()
		await expect(dialog.getByRole('radio', { name: /^They go with me/ })).toBeChecked()
		return page
	},
	'the settings with mistakes': async ({ rider: { page, open } }) => {
		await open('settings')
		await openRow(page, 'Ways in')
		await page.getByRole('button', { name: 'Change Password' }).click()
		await expect(page.getByText('Password is required')).toBeVisible()
		return page
	},
	'the settings with a list that failed': async ({ rider: { page, open, expectStatus } }) => {
		expectStatus(500)
		await page.route('**/sessions', (route) => route.fulfill({ status: 500, body: '' }))
		await open('settings')
		await openRow(page, "Where you're signed in")
		await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
		return page
	},
	'the settings on the way': async ({ rider: { page, open } }) => {
		await page.route('**/sessions', () => undefined)
		await open('settings')
		await openRow(page, "Where you're signed in")
		await expect(page.getByText('Looking where you are signed in...')).toBeAttached()
		return page
	},
	"a visitor's settings": async ({ visitor: { page, open } }) => {
		await open('settings')
		await expect(page.getByText('You must be logged in')).toBeVisible()
		return page
	},
})

everybodyCanUse('the news', {
	'a phone that could ring': async ({ rider: { page, open } }) => {
		await asPhone(page)
		await withNewsFrom(page, { timeZone: 'America/Argentina/ComodRivadavia' })
		await open('settings')
		await openRow(page, 'News')
		await expect(page.getByRole('switch', { name: 'Ring this phone' })).toBeEnabled()
		return page
	},
	'a phone that cannot, and mail without an address': async ({ rider: { page, open } }) => {
		await page.addInitScript(() => sessionStorage.setItem('phone permission', 'denied'))
		await withNewsFrom(page)
		await open('settings')
		await openRow(page, 'News')
		await expect(page.getByText('Your browser said no for us.')).toBeVisible()
		return page
	},
	'the offer to ring': async ({ driver: { page, open, id } }) => {
		await asPhone(page)
		await withNewsFrom(page)
		await page.addInitScript((key) => localStorage.setItem(key, '"due"'), `ringOffer${inInstance('')}`)
		await open(`profile/${id}`)
		await expect(page.getByText('Once a day, if somebody rated you.')).toBeVisible()
		return page
	},
	'a link that verifies': async ({ visitor: { page, open } }) => {
		await open('email/a-token-of-a-mail')
		await expect(heading(page, 'Is this your mailbox?')).toBeVisible()
		return page
	},
	'the way out of the mails': async ({ visitor: { page, open } }) => {
		await page.route('**/api/news/stop', (route) => route.fulfill({ json: { success: true } }))
		await open('unsubscribe/a-token-of-a-mail')
		await page.getByRole('button', { name: 'Stop the news' }).click()
		await expect(heading(page, 'The news has stopped')).toBeVisible()
		return page
	},
})
