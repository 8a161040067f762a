import { expect, test } from 'bun:test'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type Answers, deadNetwork, problem } from '#ui/testing/fake-server.ts'
import { openScreen } from '#ui/testing/render-screen.tsx'
import { UnsubscribeScreen, VerifyEmailScreen } from './mail-link-screens.tsx'

const user = userEvent.setup()
const VERIFY = 'POST /api/email-checks/abc-_'
const STOP = 'POST /api/news/stop'

const verifying = (answers: Answers = {}) => openScreen(<VerifyEmailScreen token="abc-_" />, '/email/abc-_', answers)
const stopping = (answers: Answers = {}) =>
	openScreen(<UnsubscribeScreen token="abc-_" />, '/unsubscribe/abc-_', answers)
const press = (name: string) => user.click(screen.getByRole('button', { name }))

test('opening the link of a verification changes nothing: it may be the mail program that looks', async () => {
	const { calls } = await verifying()

	expect(screen.getByRole('heading', { name: 'Is this your mailbox?' })).toBeTruthy()
	expect(calls().filter((call) => call.includes('email'))).toEqual([])
})

test('one tap verifies the address', async () => {
	const { bodiesOf } = await verifying({ [VERIFY]: [200, { success: true }] })

	await press('Yes, that is my address')

	expect(await screen.findByRole('heading', { name: 'Your news knows the way' })).toBeTruthy()
	expect(bodiesOf(VERIFY)).toHaveLength(1)
	expect(screen.getByRole('link', { name: 'Open Settings' }).getAttribute('href')).toBe('/settings')
	expect(screen.queryByRole('button')).toBeNull()
})

test('a link that is used up says so in the words of the server', async () => {
	await verifying({ [VERIFY]: problem(404, 'This link has been used.') })

	await press('Yes, that is my address')

	expect(await screen.findByText('This link has been used.')).toBeTruthy()
	expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy()
})

test('without a connection the link can be tried again', async () => {
	const { answer } = await verifying({ [VERIFY]: deadNetwork })
	await press('Yes, that is my address')
	expect(await screen.findByText('Address not verified')).toBeTruthy()

	answer(VERIFY, [200, { success: true }])
	await press('Yes, that is my address')

	expect(await screen.findByRole('heading', { name: 'Your news knows the way' })).toBeTruthy()
})

test('who follows a mail’s way out stops the news with a button, and not by coming', async () => {
	const { calls, bodiesOf } = await stopping({ [STOP]: [200, { success: true }] })
	expect(screen.getByRole('heading', { name: 'No more news?' })).toBeTruthy()
	expect(calls()).not.toContain(STOP)

	await press('Stop the news')

	expect(await screen.findByRole('heading', { name: 'The news has stopped' })).toBeTruthy()
	expect(bodiesOf(STOP)).toEqual([{ token: 'abc-_' }])
})

test('news that could not be stopped is not said to be', async () => {
	await stopping({ [STOP]: deadNetwork })

	await press('Stop the news')

	expect(await screen.findByText('The news has not stopped')).toBeTruthy()
	expect(screen.getByRole('button', { name: 'Stop the news' })).toBeTruthy()
})
