import { afterEach, expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aPhone, putPhoneAway } from '#ui/features/news/testing/a-phone.ts'
import { rememberUser } from '#ui/platform/storage.ts'
import { aMember, anInstance, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'

afterEach(putPhoneAway)

const user = userEvent.setup()
const me = aMember()
const SESSIONS = `GET /api/users/${me.id}/sessions`
const here = { isCurrent: true, browser: 'Firefox on Android', signedInAt: '2026-11-20T08:00:00.000Z' }
const asMember = {
	'GET /api/user': [200, me],
	'GET /api/instance': [200, anInstance()],
	[SESSIONS]: [200, [here]],
	[`GET /api/users/${me.id}/tokens`]: [200, []],
} as const

const openSettings = (options: ScreenOptions = {}) => renderScreen(<SettingsScreen />, '/settings', options)

test('a visitor is asked to log in, and the server is asked nothing', async () => {
	const server = fakeServer({})
	await openSettings()

	expect(screen.getByText('You must be logged in')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Login or Sign Up' }).getAttribute('href')).toBe('/auth')
	expect(screen.queryByLabelText('Current password')).toBeNull()
	expect(server.calls()).toEqual([])
})

test('whom the server has lost is told how to come back', async () => {
	rememberUser(me)
	fakeServer({})
	await openSettings()

	expect(await screen.findByText(/^Your account needs to be recreated/)).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Delete Account' })).toBeNull()
})

const openRow = async (name: string) => user.click(await screen.findByRole('button', { name }))
const yellow = () =>
	[...document.querySelectorAll<HTMLElement>('main button')].filter(
		(button) => /primary/.test(button.className) && !button.closest('[hidden]'),
	)

test('a member finds nine rows, each of which says what is set', async () => {
	document.documentElement.lang = 'en'
	fakeServer(asMember)
	await openSettings({ member: me })

	await Promise.all(['Only here', 'Password'].map((note) => screen.findByText(note)))
	const rows = screen.getAllByRole('heading', { level: 2 }).map((heading) => {
		const noteId = heading.querySelector('button')?.getAttribute('aria-describedby')
		return [heading.textContent, noteId ? document.getElementById(noteId)?.textContent : '']
	})
	expect(rows).toEqual([
		['Your face and name', 'jonas'],
		['Ways in', 'Password'],
		['Your e-mail', 'None'],
		['Language', 'English'],
		["Where you're signed in", 'Only here'],
		['Read-only tokens', 'None'],
		['Your data', ''],
		['Bring my verdicts', ''],
		['Leave', ''],
	])
	expect(document.querySelectorAll('main :is(a[href], button)')).toHaveLength(10)
	document.documentElement.removeAttribute('lang')
})

test('one row is open at a time, so that one button is yellow, and what was typed in another is kept [spec 15.33]', async () => {
	fakeServer(asMember)
	await openSettings({ member: me })
	expect(yellow()).toEqual([])

	await openRow('Your face and name')
	await fill(user, screen.getByLabelText('Display name'), 'Jonas B')
	expect(yellow().map(({ textContent }) => textContent)).toEqual(['Save Changes'])
	await openRow('Ways in')
	expect(yellow().map(({ textContent }) => textContent)).toEqual(['Change Password'])
	await openRow('Your face and name')
	expect(screen.getByLabelText<HTMLInputElement>('Display name').value).toBe('Jonas B')
	await openRow('Your face and name')

	expect(yellow()).toEqual([])
	expect(screen.queryAllByRole('button', { expanded: true })).toEqual([])
})

test.each([
	['rings phones', { push: { publicKey: 'key' } }, {}, true],
	['rings phones, at an address where none can', { push: { publicKey: 'key' } }, { isSecure: false }, false],
	['rings phones, in a browser that cannot', { push: { publicKey: 'key' } }, { isAble: false }, false],
	['sends mail', { mail: true }, { isSecure: false }, true],
	['does neither', {}, {}, false],
])('on a server that %s the news is among them as it should be [spec 15.34]', async (_, instance, phone, isThere) => {
	aPhone(phone)
	const { calls } = fakeServer({ ...asMember, 'GET /api/instance': [200, anInstance(instance)] })
	await openSettings({ member: me })

	await screen.findByText('Only here')
	await waitFor(() => expect(calls().includes(`GET /api/users/${me.id}/news`)).toBe(isThere))
	expect(screen.queryByRole('region', { name: 'News' }) !== null).toBe(isThere)
})

test('a member without an address is led from the news to the field for one', async () => {
	aPhone()
	fakeServer({
		...asMember,
		'GET /api/instance': [200, anInstance({ mail: true })],
		[`GET /api/users/${me.id}/news`]: [
			200,
			{ rhythm: 'evenings', minute: 1110, timeZone: null, mail: false, isEmailVerified: false },
		],
	})
	await openSettings({ member: me })
	expect(await screen.findByText(/^Evenings, 6:30.PM$/)).toBeTruthy()
	await openRow('News')

	await user.click(await screen.findByRole('button', { name: 'Leave one first' }))

	expect(document.activeElement).toBe(screen.getByLabelText('Email'))
	expect(screen.getByRole('button', { name: 'Your e-mail' }).getAttribute('aria-expanded')).toBe('true')
})

test('where passwords open nothing none is set or changed', async () => {
	const signIn = { passkeys: false, oidc: { name: 'The Millers' }, password: false }
	fakeServer({ ...asMember, 'GET /api/instance': [200, anInstance({ signIn })] })
	await openSettings({ member: me })

	await openRow('Ways in')

	expect(await screen.findByRole('button', { name: 'Connect The Millers' })).toBeTruthy()
	expect(screen.queryByLabelText('New password')).toBeNull()
})

test('the data come by real links, which the browser saves', async () => {
	fakeServer(asMember)
	await openSettings({ member: me })
	await openRow('Your data')

	for (const format of ['json', 'csv']) {
		const link = screen.getByRole('link', { name: `Download ${format.toUpperCase()}` })
		expect(link.getAttribute('href')).toBe(`/api/users/4711/data?format=${format}`)
		expect(link.hasAttribute('download')).toBe(true)
	}
})

test('a session that ends meanwhile takes nothing away that was half typed', async () => {
	const server = fakeServer(asMember)
	const { app } = await openSettings({ member: me })
	await openRow('Ways in')
	await fill(user, screen.getByLabelText('Current password'), 'hunter')
	server.answer('GET /api/user', problem(401, 'Not logged in'))
	server.answer(`GET /api/users/${me.id}`, [
		200,
		{ id: me.id, username: 'jonas', display_name: null, avatarId: 5, isGhost: false, claimedById: null },
	])

	await app.queryClient.refetchQueries({ queryKey: app.session.query.queryKey })

	await waitFor(() => expect(app.session.viewer()?.kind).toBe('ended'))
	expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('hunter')
})
