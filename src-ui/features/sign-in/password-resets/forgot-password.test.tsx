import { expect, test } from 'bun:test'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { AuthScreen } from '#ui/features/sign-in/auth-screen.tsx'
import { anInstance, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { fill } from '#ui/testing/fill.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'

const FORGOT = 'POST /api/forgot-password'
const user = userEvent.setup()
const dialog = () => screen.findByRole('dialog', { name: 'Lost your keys?' })

async function forget(username: string, answer: FakeAnswer | (() => never)) {
	const server = fakeServer({ 'GET /api/instance': [200, anInstance({ mail: true })], [FORGOT]: answer })
	await renderScreen(<AuthScreen />, '/auth')
	if (username) await fill(user, screen.getByLabelText('Username'), username)
	await user.click(await screen.findByRole('button', { name: 'Forgot your password?' }))
	await user.click(within(await dialog()).getByRole('button', { name: 'Send Me a Link' }))
	return server
}

test('the name typed at the log-in is there already, and the answer says nothing about the account', async () => {
	const server = await forget('jonas', [202, { success: true }])

	expect(await screen.findByText(/^If that account has an e-mail address, a link is on its way\./)).toBeTruthy()
	expect(server.bodiesOf(FORGOT)).toEqual([{ username: 'jonas' }])
	expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Got it' }))
	await user.click(screen.getByRole('button', { name: 'Got it' }))
	expect(screen.queryByRole('dialog')).toBeNull()
	expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('jonas')
})

test('without a name nothing is sent', async () => {
	const server = await forget('', [202, { success: true }])

	expect(within(await dialog()).getByText('Username must be at least 3 characters')).toBeTruthy()
	expect(server.bodiesOf(FORGOT)).toEqual([])
})

for (const [situation, answer, words] of [
	[
		'who asks too often is told how long to wait',
		problem(429, 'Too many requests. Please try again in 60 seconds.'),
		'Too many requests. Please try again in 60 seconds.',
	],
	['without a connection it can be tried again', deadNetwork, 'The server could not be asked. Please try again.'],
] as const)
	test(situation, async () => {
		await forget('jonas', answer)

		expect(await screen.findByText(words)).toBeTruthy()
		expect(within(await dialog()).getByLabelText<HTMLInputElement>('Username').value).toBe('jonas')
		expect(screen.queryByText(/a link is on its way/)).toBeNull()
	})
