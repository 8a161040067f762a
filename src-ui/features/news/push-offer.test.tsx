import { afterEach, expect, test } from 'bun:test'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { aMember, anInstance, deadNetwork, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { renderScreen } from '#ui/testing/render-screen.tsx'
import { LatePushOffer } from './late-push-offer.tsx'
import { pushMember } from './push-subscription.ts'
import { aPhone, PUBLIC_KEY, putPhoneAway } from './testing/a-phone.ts'

afterEach(putPhoneAway)

const user = userEvent.setup()
const NEWS = '/api/users/4711/news'
const PUSH = 'POST /api/users/4711/push'
const news = { rhythm: 'never', minute: 1110, timeZone: null, mail: false, isEmailVerified: false }

async function open(push: { publicKey: string } | null = { publicKey: PUBLIC_KEY }, me = aMember()) {
	const server = fakeServer({
		'GET /api/user': [200, me],
		'GET /api/instance': [200, anInstance({ push })],
		[`GET ${NEWS}`]: [200, news],
		[`PUT ${NEWS}`]: (body) => [200, { ...news, ...(body as object) }],
		[PUSH]: [201, { id: 77 }],
	})
	const app = openedApp(me)
	await app.queryClient.prefetchQuery(instanceQuery)
	await renderScreen(<LatePushOffer />, '/home', { app })
	return server
}

const QUESTION = 'Once a day, if somebody rated you.'
const accept = () => user.click(screen.getByRole('button', { name: /^Ring me in the evening/ }))

test('a member who has been told of a rating is asked once, and rings from then on', async () => {
	const phone = aPhone()
	const server = await open()
	expect(screen.queryByText(QUESTION)).toBeNull()
	act(pushOffer.noteTold)
	await screen.findByText(QUESTION)
	expect(phone.requestPermission).not.toHaveBeenCalled()

	await accept()

	expect(await screen.findByText('We ring in the evening')).toBeTruthy()
	expect(screen.queryByText(QUESTION)).toBeNull()
	expect(server.bodiesOf(`PUT ${NEWS}`)).toMatchObject([{ rhythm: 'evenings' }])
	expect(server.bodiesOf(PUSH)).toHaveLength(1)
	expect(pushMember()).toBe(4711)
	act(pushOffer.noteTold)
	expect(pushOffer.isDue()).toBe(false)
})

test('a member who says no is never asked again in this browser, and the browser asks nothing', async () => {
	const phone = aPhone()
	pushOffer.noteTold()
	const server = await open()
	await screen.findByText(QUESTION)

	await user.click(screen.getByRole('button', { name: 'No, thanks' }))

	expect(screen.queryByText(QUESTION)).toBeNull()
	act(pushOffer.noteTold)
	expect(pushOffer.isDue()).toBe(false)
	expect(phone.requestPermission).not.toHaveBeenCalled()
	expect(server.calls().filter((call) => call.includes('/news'))).toEqual([])
})

test('a browser that refuses ends the offer with the way to change its mind', async () => {
	aPhone({ says: 'denied' })
	pushOffer.noteTold()
	await open()
	await screen.findByText(QUESTION)

	await accept()

	expect(await screen.findByText('Your browser said no for us')).toBeTruthy()
	expect(pushOffer.isDue()).toBe(false)
})

test('what did not work is said in the offer, which stays', async () => {
	aPhone()
	pushOffer.noteTold()
	const server = await open()
	server.answer(PUSH, deadNetwork)
	await screen.findByText(QUESTION)

	await accept()

	expect(await screen.findByText('Nothing has changed. Please try again.')).toBeTruthy()
	server.answer(PUSH, problem(409, 'Five phones of yours ring already.'))
	await accept()
	expect(await screen.findByText('Five phones of yours ring already.')).toBeTruthy()
	expect(pushOffer.isDue()).toBe(true)
})

test.each([
	['over plain http', { isSecure: false }, { publicKey: PUBLIC_KEY }],
	['in a browser that has refused', { permission: 'denied' as const }, { publicKey: PUBLIC_KEY }],
	['in a browser that cannot ring', { isAble: false }, { publicKey: PUBLIC_KEY }],
	['on a server that rings no phones', {}, null],
])('nothing is offered %s', async (_, phone, push) => {
	aPhone(phone)
	pushOffer.noteTold()
	const { calls } = await open(push)

	await act(() => Bun.sleep(20))

	expect(screen.queryByText(QUESTION)).toBeNull()
	expect(calls()).toContain('GET /api/instance')
})

test('nothing is offered where the phone rings already', async () => {
	aPhone({ permission: 'granted' })
	localStorage.setItem('ringsFor', '4711')
	pushOffer.noteTold()
	await open()

	await act(() => Bun.sleep(20))

	await waitFor(() => expect(screen.queryByText(QUESTION)).toBeNull())
})
