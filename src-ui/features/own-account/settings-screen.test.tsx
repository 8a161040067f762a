import { expect, test } from 'bun:test'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { rememberUser } from '#ui/platform/storage.ts'
import { aMember, anInstance, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen, type ScreenOptions } from '#ui/testing/render-screen.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const user = userEvent.setup()
const me = aMember()
const SESSIONS = `GET /api/users/${me.id}/sessions`
const here = { isCurrent: true, browser: 'Firefox on Android', signedInAt: '2026-11-20T08:00:00.000Z' }
const asMember = { 'GET /api/user': [200, me], [SESSIONS]: [200, [here]] } as const

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

test('a member finds six things to do', async () => {
	fakeServer(asMember)
	await openSettings({ member: me })

	expect(await screen.findByText('Firefox on Android')).toBeTruthy()
	expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
		'Your face and name',
		'Ways in',
		'Your e-mail',
		"Where you're signed in",
		'Your data',
		'Leave',
	])
})

test.each([
	['rings phones', { push: { publicKey: 'key' } }, true],
	['sends mail', { mail: true }, true],
	['does neither', {}, false],
])('on a server that %s the evening post is among them as it should be', async (_, instance, isThere) => {
	const { calls } = fakeServer({ ...asMember, 'GET /api/instance': [200, anInstance(instance)] })
	await openSettings({ member: me })

	await screen.findByText('Firefox on Android')
	await waitFor(() => expect(calls().includes(`GET /api/users/${me.id}/news`)).toBe(isThere))
	expect(screen.queryByRole('region', { name: 'The evening post' }) !== null).toBe(isThere)
})

test('the data come by real links, which the browser saves', async () => {
	fakeServer(asMember)
	await openSettings({ member: me })

	for (const format of ['json', 'csv']) {
		const link = screen.getByRole('link', { name: `Download ${format.toUpperCase()}` })
		expect(link.getAttribute('href')).toBe(`/api/users/4711/data?format=${format}`)
		expect(link.hasAttribute('download')).toBe(true)
	}
})

test('a session that ends meanwhile takes nothing away that was half typed', async () => {
	const server = fakeServer(asMember)
	const { app } = await openSettings({ member: me })
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
