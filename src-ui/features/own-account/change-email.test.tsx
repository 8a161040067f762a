import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnUser } from '#contract/accounts.ts'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { aMember, anInstance, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { ChangeEmail } from './change-email.tsx'

const user = userEvent.setup()
const ADDRESS = 'jonas@home.example'
const CHANGE = 'PATCH /api/users/4711'
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (name: string) => user.click(screen.getByRole('button', { name }))

/** Renders the section for a member with this address. A successful response becomes the member's new data. */
async function openFor(email: string | null, answer: FakeAnswer | (() => never) = [404], mail = true) {
	const me = aMember({ email })
	const server = fakeServer({
		'GET /api/user': [200, me],
		'GET /api/instance': [200, anInstance({ mail })],
		[CHANGE]: answer,
	})
	const app = openedApp(me)
	// The route's loader does the same.
	await app.queryClient.prefetchQuery(instanceQuery)
	await renderScreen(<ChangeEmail me={me} />, '/settings', { app })
	return { ...server, app }
}

const changedTo = (email: string | null): FakeAnswer => [200, aMember({ email }) satisfies OwnUser]

test('who has left no address leaves one, and sees it at once [spec 7.5]', async () => {
	const server = await openFor(null, changedTo(ADDRESS))
	expect(screen.getByText(/^You have not left an address yet\./)).toBeTruthy()
	expect(screen.queryByRole('button', { name: 'Remove E-mail' })).toBeNull()

	await fill(user, field('Email'), ` ${ADDRESS}`)
	await user.type(field('Your password'), ' hunter22{Enter}')

	expect(await screen.findByText('E-mail saved')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'Remove E-mail' })).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([{ email: ADDRESS, password: ' hunter22' }])
	expect([field('Email').value, field('Your password').value]).toEqual(['', ''])
	expect(server.app.session.viewer()).toMatchObject({ kind: 'member', user: { email: ADDRESS } })
})

test('who wants no mail any more removes the address, and hears where they are [spec 7.5]', async () => {
	const server = await openFor(ADDRESS, changedTo(null))
	await fill(user, field('Your password'), 'hunter22')
	await press('Remove E-mail')

	expect(await screen.findByText('E-mail removed')).toBeTruthy()
	expect(server.bodiesOf(CHANGE)).toEqual([{ email: null, password: 'hunter22' }])
	expect(screen.queryByRole('button', { name: 'Remove E-mail' })).toBeNull()
	expect(document.activeElement).toBe(screen.getByText(/^You have not left an address yet\./))
})

test('what is missing or wrong is named at the fields, and nothing is sent', async () => {
	const server = await openFor(ADDRESS)

	await press('Save E-mail')
	expect(screen.getByText('Password is required')).toBeTruthy()
	await fill(user, field('Your password'), 'hunter22')
	await press('Save E-mail')
	expect(screen.getByText('Please enter a valid email')).toBeTruthy()
	expect(document.activeElement).toBe(field('Email'))
	await fill(user, field('Email'), 'jonas@')
	expect(screen.queryByText('Please enter a valid email')).toBeNull()
	await press('Save E-mail')
	expect(screen.getByText('Please enter a valid email')).toBeTruthy()
	await user.clear(field('Your password'))
	await press('Remove E-mail')
	expect(screen.getByText('Password is required')).toBeTruthy()
	expect(document.activeElement).toBe(field('Your password'))

	expect(server.bodiesOf(CHANGE)).toEqual([])
})

test('a wrong password is said at its field, and what was typed stays', async () => {
	await openFor(null, problem(403, 'That is not your current password', 'password'))
	await fill(user, field('Email'), ADDRESS)
	await user.type(field('Your password'), 'wrong{Enter}')

	expect(await screen.findByText('That is not your current password')).toBeTruthy()
	expect(document.activeElement).toBe(field('Your password'))
	expect(field('Email').value).toBe(ADDRESS)
})

test('without a connection nothing has changed, and nothing typed is lost', async () => {
	await openFor(null, deadNetwork)
	await fill(user, field('Email'), ADDRESS)
	await user.type(field('Your password'), 'hunter22{Enter}')

	expect(await screen.findByText('E-mail not changed')).toBeTruthy()
	expect(field('Email').value).toBe(ADDRESS)
})

test.each([
	[true, 'For password recovery'],
	[false, 'For password recovery. Only whoever runs this Backseat can see it.'],
])('what the address is for is said as it is (mail: %p)', async (mail, hint) => {
	await openFor(null, undefined, mail)

	expect(screen.getByText(hint)).toBeTruthy()
	expect(field('Email').autocomplete).toBe('email')
	expect(field('Your password').autocomplete).toBe('current-password')
	expect(document.querySelector<HTMLInputElement>('form input[autocomplete=username]')?.value).toBe('jonas')
})
