import type { Page } from '@playwright/test'
import { SEED_PASSWORD } from '#db/seed.ts'
import { withoutPageAnswers } from '../fixtures/page-answers.ts'
import { logIn, pick, press, type Shot } from './picture.ts'

/** Links that the operator hands out; what lies behind one is told to the page, not made. */
const LINK = 'a-link-that-somebody-sent'
const linkThatAnswers = (call: string, path: string, found: object) => async (page: Page) => {
	await page.route(`**/api/${call}/*`, (route) => route.fulfill({ json: found }))
	await page.goto(path)
	await page.getByRole('heading', { level: 1 }).waitFor()
}
const withMail = async (page: Page) => {
	await withoutPageAnswers(page)
	await page.route('**/api/instance', async (route) => {
		const answer = await route.fetch()
		await route.fulfill({ json: { ...(await answer.json()), mail: true } })
	})
}
const forgotPassword = async (page: Page) => {
	await withMail(page)
	await page.goto('auth')
	await page.getByLabel('Username').fill('jonas')
	await press('Forgot your password?')(page)
}
const signInElsewhere = async (page: Page, username: string) => {
	const elsewhere = await page
		.context()
		.browser()
		?.newContext({ baseURL: new URL('.', page.url()).href })
	if (elsewhere) await logIn(elsewhere.request, username)
	await elsewhere?.close()
}

/** Ways in, the settings, and the way out. */
export const accountShots: Record<string, Shot> = {
	'auth-forgot': { path: 'about:blank', act: (page) => forgotPassword(page) },
	'auth-forgot-sent': {
		path: 'about:blank',
		act: async (page) => {
			await page.route('**/api/forgot-password', (route) => route.fulfill({ status: 202, json: { success: true } }))
			await forgotPassword(page)
			await press('Send Me a Link')(page)
			await page.getByText('a link is on its way').waitFor()
		},
	},
	'auth-sign-up-with-mail': {
		path: 'about:blank',
		act: async (page) => {
			await withMail(page)
			await page.goto('auth')
			await page.getByRole('tab', { name: 'Sign Up' }).click()
		},
	},
	invite: { path: 'about:blank', act: linkThatAnswers('invites', `invite/${LINK}`, { isSetup: false }) },
	'invite-first': { path: 'about:blank', act: linkThatAnswers('invites', `invite/${LINK}`, { isSetup: true }) },
	'invite-member': {
		as: 'jonas',
		path: 'about:blank',
		act: linkThatAnswers('invites', `invite/${LINK}`, { isSetup: false }),
	},
	'invite-used': { path: 'invite/this-one-was-used-already' },
	reset: {
		path: 'about:blank',
		act: linkThatAnswers('password-resets', `reset/${LINK}`, { username: 'jonas', avatarId: 4 }),
	},
	'reset-used': { path: 'reset/this-one-was-used-already' },
	'reset-used-with-mail': {
		path: 'about:blank',
		act: async (page) => {
			await withMail(page)
			await page.goto('reset/this-one-was-used-already')
		},
	},
	settings: { as: 'theo', path: 'settings', act: (page) => page.getByText('This one').waitFor() },
	'settings-elsewhere': {
		as: 'jonas',
		path: 'settings',
		act: async (page) => {
			await signInElsewhere(page, 'jonas')
			await page.reload()
			await page.getByRole('button', { name: /^Log out everywhere else/ }).scrollIntoViewIfNeeded()
		},
	},
	'settings-mistakes': { as: 'theo', path: 'settings', act: press('Change Password') },
	'settings-email': {
		as: 'theo',
		path: 'settings',
		act: async (page) => {
			await page.getByLabel('Email').fill('theo.with.a.rather.long.name.indeed@somewhere-in-the-country.example')
			await page.getByLabel('Your password', { exact: true }).fill(SEED_PASSWORD)
			await press('Save E-mail')(page)
			await page.getByRole('button', { name: 'Remove E-mail' }).scrollIntoViewIfNeeded()
		},
	},
	'settings-email-mistakes': {
		as: 'theo',
		path: 'settings',
		act: async (page) => {
			await page.getByLabel('Email').fill('theo@')
			await press('Save E-mail')(page)
			await page.getByRole('heading', { name: "Where you're signed in" }).scrollIntoViewIfNeeded()
		},
	},
	'settings-end': {
		as: 'theo',
		path: 'settings',
		act: async (page) => {
			await page.getByText('This one').waitFor()
			await page.getByRole('button', { name: 'Delete Account' }).scrollIntoViewIfNeeded()
			await page.mouse.wheel(0, 3000)
		},
	},
	'settings-delete': { as: 'theo', path: 'settings', act: press('Delete Account') },
	'settings-delete-mistakes': {
		as: 'theo',
		path: 'settings',
		act: async (page) => {
			await press('Delete Account')(page)
			await pick(page, 'They go with me Every star you gave is taken back.')
			await press('Delete for Good')(page)
		},
	},
	'settings-on-the-way': {
		as: 'theo',
		path: 'about:blank',
		act: async (page) => {
			await page.route('**/sessions', () => undefined)
			await page.goto('settings')
		},
	},
	'settings-failed': {
		as: 'theo',
		path: 'about:blank',
		act: async (page) => {
			await page.route('**/sessions', (route) => route.fulfill({ status: 500, body: '' }))
			await page.goto('settings')
			await page.getByRole('button', { name: 'Try again' }).scrollIntoViewIfNeeded()
		},
	},
	'settings-visitor': { path: 'settings' },
}
