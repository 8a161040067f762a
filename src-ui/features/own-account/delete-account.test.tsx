import { expect, test } from 'bun:test'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { rememberedUser } from '#ui/platform/storage.ts'
import { aMember, anInstance, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { withIndexedDb } from '#ui/testing/indexed-db.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { aWaitingRating } from '#ui/testing/waiting-rating.ts'
import { SettingsScreen } from './settings-screen.tsx'

withIndexedDb()
const user = userEvent.setup()
const me = aMember()
const DELETE = `DELETE /api/users/${me.id}`
const WAYS = { stay: /^They stay, without my name/, go: /^They go with me/ }

async function openDialog(
	answer: FakeAnswer | (() => never) = [200, { success: true }],
	nextScreen?: Promise<void>,
	instance = anInstance(),
) {
	const server = fakeServer({
		'GET /api/instance': [200, instance],
		'GET /api/user': [200, me],
		[`GET /api/users/${me.id}/sessions`]: [200, []],
		[DELETE]: answer,
	})
	const { place, app } = await renderScreen(<SettingsScreen />, '/settings', { member: me, nextScreen })
	await user.click(screen.getByRole('button', { name: 'Leave' }))
	await user.click(screen.getByRole('button', { name: 'Delete Account' }))
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }))
	const submit = () => user.click(dialog.getByRole('button', { name: 'Delete for Good' }))
	const leave = async (ratings: keyof typeof WAYS = 'go') => {
		await user.click(dialog.getByRole('radio', { name: WAYS[ratings] }))
		await fill(user, dialog.getByLabelText('Your password'), 'hunter22')
		await submit()
	}
	return { server, place, app, dialog, submit, leave }
}

for (const ratings of ['stay', 'go'] as const)
	test(`a member leaves, and their ratings ${ratings}`, async () => {
		const { server, place, app, leave } = await openDialog()
		await leave(ratings)

		await waitFor(() => expect(place()).toBe('/home'))
		expect(server.bodiesOf(DELETE)).toEqual([{ password: 'hunter22', ratings }])
		expect(screen.getByText('You got out')).toBeTruthy()
		expect(rememberedUser()).toBeNull()
		expect(app.session.viewer()).toEqual({ kind: 'visitor' })
		// The page does not request the member that was just deleted.
		expect(server.calls().indexOf('GET /api/user', server.calls().indexOf(DELETE))).toBe(-1)
	})

test('what they said without network goes with them, and nobody else loses theirs [T39]', async () => {
	const { app, leave } = await openDialog()
	const waiting = await app.waiting.load()
	for (const raterId of [me.id, 1]) {
		const { rating, key, driverName } = aWaitingRating({ raterId })
		await waiting.keep(rating, key, driverName)
	}
	await leave()

	await waitFor(async () => expect(await waiting.ofRater(me.id)).toEqual([]))
	expect(await waiting.ofRater(1)).toHaveLength(1)
})

test('a page that learns of the end before the answer comes still leads home', async () => {
	let isGone = false
	const server = fakeServer({
		'GET /api/instance': [200, anInstance()],
		'GET /api/user': () => (isGone ? problem(401, 'Not logged in') : [200, me]),
		[`GET /api/users/${me.id}`]: problem(404, 'No such user'),
		[`GET /api/users/${me.id}/sessions`]: [200, []],
		[DELETE]: async () => {
			isGone = true
			await act(() => app.session.recheck())
			expect(await screen.findByText(/^Your account needs to be recreated/)).toBeTruthy()
			return [200, { success: true }]
		},
	})
	const { place, app } = await renderScreen(<SettingsScreen />, '/settings', { member: me })
	await user.click(screen.getByRole('button', { name: 'Leave' }))
	await user.click(screen.getByRole('button', { name: 'Delete Account' }))
	await user.click(await screen.findByRole('radio', { name: WAYS.go }))
	await fill(user, screen.getByLabelText('Your password'), 'hunter22')
	await user.click(screen.getByRole('button', { name: 'Delete for Good' }))

	await waitFor(() => expect(place()).toBe('/home'))
	expect(server.bodiesOf(DELETE)).toHaveLength(1)
	expect(rememberedUser()).toBeNull()
})

test('on the way home nobody is asked to log in to what they have just left', async () => {
	const nextScreen = Promise.withResolvers<void>()
	const { place, app, leave } = await openDialog(undefined, nextScreen.promise)
	await leave()

	expect(await screen.findByText('Dropping you off...')).toBeTruthy()
	expect(app.session.viewer()).toEqual({ kind: 'visitor' })
	nextScreen.resolve()
	await waitFor(() => expect(screen.queryByText('Dropping you off...')).toBeNull())
	expect(place()).toBe('/home')
})

test('nothing is chosen beforehand; what is missing is named, and nothing is sent', async () => {
	const { server, dialog, submit } = await openDialog()
	expect(dialog.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)).toEqual([])

	await submit()

	expect(dialog.getByText('Please choose what happens to your ratings')).toBeTruthy()
	expect(dialog.getByText('Password is required')).toBeTruthy()
	expect(document.activeElement).toBe(dialog.getByRole('radio', { name: WAYS.stay }))
	expect(server.bodiesOf(DELETE)).toEqual([])
})

test('a wrong password deletes nothing and is said at its field', async () => {
	const { place, dialog, leave } = await openDialog(problem(403, 'That is not your current password', 'password'))
	await leave()

	expect(await dialog.findByText('That is not your current password')).toBeTruthy()
	expect(document.activeElement).toBe(dialog.getByLabelText('Your password'))
	expect(place()).toBe('/settings')
	expect(rememberedUser()?.username).toBe('jonas')
})

test('the only host reads, where they wanted to leave, that another host has to drive first', async () => {
	const { place, dialog, leave } = await openDialog([
		409,
		{ code: 'last_host', message: 'jonas is the only host here.', requestId: 'test' },
	])
	await leave()

	expect((await dialog.findByRole('alert')).textContent).toContain('Make somebody else host first')
	expect(dialog.getByRole('link', { name: 'People' }).getAttribute('href')).toBe('/host/people')
	expect(screen.queryByText('Account not deleted')).toBeNull()
	expect(dialog.getByLabelText<HTMLInputElement>('Your password').value).toBe('hunter22')
	expect(place()).toBe('/settings')
})

test('where the file is large, and only there, they read that copies of their data may stay until the night [T10]', async () => {
	const large = await openDialog(undefined, undefined, anInstance({ tracesStayUntilNight: true }))
	expect(await large.dialog.findByText(/until that is written anew, at three in the night\.$/)).toBeTruthy()
	cleanup()

	const { dialog, server } = await openDialog()
	await waitFor(() => expect(server.calls()).toContain('GET /api/instance'))
	expect(dialog.queryByText(/in the night/)).toBeNull()
})

test('without a connection the account is still there, and so is what was filled in', async () => {
	const { dialog, leave } = await openDialog(deadNetwork)
	await leave()

	expect(await screen.findByText('Account not deleted')).toBeTruthy()
	expect(dialog.getByRole<HTMLInputElement>('radio', { name: WAYS.go }).checked).toBe(true)
	expect(dialog.getByLabelText<HTMLInputElement>('Your password').value).toBe('hunter22')
})

test('who thinks better of it stays', async () => {
	const { server, dialog } = await openDialog()

	await user.click(dialog.getByRole('button', { name: 'Cancel' }))

	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
	expect(server.bodiesOf(DELETE)).toEqual([])
})
