import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { aMember, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ChangePassword } from './change-password.tsx'

const user = userEvent.setup()
const me = aMember()
const CHANGE = `PUT /api/users/${me.id}/password`
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function change(current: string, fresh: string, answer: FakeAnswer | (() => never) = [200, { success: true }]) {
	const server = fakeServer({ 'GET /api/user': [200, me], [CHANGE]: answer })
	await renderScreen(<ChangePassword me={me} />, '/settings', { member: me })
	if (current) await fill(user, field('Current password'), current)
	if (fresh) await fill(user, field('New password'), fresh)
	await user.click(screen.getByRole('button', { name: 'Change Password' }))
	return server
}

test('a member changes their password, to the letter and the space', async () => {
	const server = await change(' old key', 'new key 22 ')

	expect(await screen.findByText('Password changed')).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([{ currentPassword: ' old key', newPassword: 'new key 22 ' }])
	expect(field('Current password').value).toBe('')
	expect(field('New password').value).toBe('')
})

test('a response about the session that the new password ended does not sign the member out', async () => {
	const old = Promise.withResolvers<FakeAnswer>()
	fakeServer({ 'GET /api/user': () => old.promise, [CHANGE]: [200, { success: true }] })
	const app = openedApp(me)
	await renderScreen(<ChangePassword me={me} />, '/settings', { member: me, app })
	const inFlight = app.queryClient.fetchQuery(app.session.query)
	await fill(user, field('Current password'), 'old key')
	await fill(user, field('New password'), 'new key 22')
	await user.click(screen.getByRole('button', { name: 'Change Password' }))
	await screen.findByText('Password changed')
	old.resolve(problem(401, 'Not logged in'))
	await inFlight

	expect(app.session.viewer()?.kind).toBe('member')
})

test('what is missing is named at the fields, and nothing is sent', async () => {
	const server = await change('', 'short')

	expect(screen.getByText('Password is required')).toBeTruthy()
	expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
	expect(document.activeElement).toBe(field('Current password'))
	expect(server.bodiesOf(CHANGE)).toEqual([])
})

test('a wrong password is said at its field', async () => {
	await change('wrong', 'hunter22', problem(403, 'That is not your current password', 'currentPassword'))

	expect(await screen.findByText('That is not your current password')).toBeTruthy()
	expect(document.activeElement).toBe(field('Current password'))
	expect(field('New password').value).toBe('hunter22')
	expect(screen.queryByText('Password not changed')).toBeNull()
})

for (const [situation, answer, words] of [
	[
		'who guesses too often is told to wait',
		problem(429, 'Please try again in 30 seconds.'),
		'Please try again in 30 seconds.',
	],
	['without a connection what was typed stays', deadNetwork, 'Nothing has changed. Please try again.'],
] as const)
	test(situation, async () => {
		await change('hunter21', 'hunter22', answer)

		expect(await screen.findByText('Password not changed')).toBeTruthy()
		expect(screen.getByText(words)).toBeTruthy()
		expect(field('New password').value).toBe('hunter22')
	})

test('password managers know which field is which, and whose', async () => {
	await change('', '')

	expect(field('Current password').autocomplete).toBe('current-password')
	expect(field('New password').autocomplete).toBe('new-password')
	expect(document.querySelector<HTMLInputElement>('form input[autocomplete=username]')?.value).toBe('jonas')
})
