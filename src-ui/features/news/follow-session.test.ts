import { afterEach, expect, spyOn, test } from 'bun:test'
import { waitFor } from '@testing-library/react'
import { instanceQuery } from '#ui/features/instance/instance.api.ts'
import { aMember, anInstance, deadNetwork, type FakeAnswer, fakeServer, problem } from '#ui/testing/fake-server.ts'
import { openedApp } from '#ui/testing/opened-app.ts'
import { followSession } from './follow-session.ts'
import { pushMember } from './push-subscription.ts'
import { aPhone, endpoint, hashOf, PUBLIC_KEY, putPhoneAway } from './testing/a-phone.ts'

afterEach(putPhoneAway)

const PUSH = '/api/users/4711/push'
const phoneOf = (hash: string) => ({ id: 5, endpointHash: hash, browser: null, createdAt: '2026-11-20T18:00:00.000Z' })

type Start = {
	ringsFor?: number | null
	listed?: FakeAnswer | (() => never)
	added?: FakeAnswer
	publicKey?: string
	member?: ReturnType<typeof aMember> | null
} & Parameters<typeof aPhone>[0]

/** Opens a page in a browser that was subscribed before. */
function start({
	ringsFor = 4711,
	listed = [200, []],
	added = [201, { id: 77 }],
	publicKey = PUBLIC_KEY,
	member = aMember(),
	...browser
}: Start = {}) {
	const phone = aPhone({ permission: 'granted', subscribed: { endpoint: endpoint(9) }, ...browser })
	if (ringsFor !== null) localStorage.setItem('ringsFor', String(ringsFor))
	const server = fakeServer({
		'GET /api/user': member ? [200, member] : [401],
		'GET /api/instance': [200, anInstance({ push: { publicKey } })],
		'POST /api/logout': [200, { success: true }],
		[`GET ${PUSH}`]: listed,
		[`POST ${PUSH}`]: added,
	})
	const app = openedApp(member)
	// The root route does the same.
	void app.queryClient.ensureQueryData(app.session.query)
	followSession(app)
	return { phone, app, ...server }
}

/** Waits for all started work. */
const settled = () => Bun.sleep(20)

test('a phone that the server knows is left alone', async () => {
	const { phone, calls } = start({ listed: [200, [phoneOf(hashOf(endpoint(9)))]] })

	await waitFor(() => expect(calls()).toContain(`GET ${PUSH}`))
	await settled()

	expect(calls()).not.toContain(`POST ${PUSH}`)
	expect(phone.subscription?.endpoint).toBe(endpoint(9))
})

test('a phone that the server has forgotten is told again, without a question', async () => {
	const { phone, bodiesOf } = start({ listed: [200, [phoneOf(hashOf(endpoint(3)))]] })

	await waitFor(() => expect(bodiesOf(`POST ${PUSH}`)).toMatchObject([{ endpoint: endpoint(9) }]))

	expect([phone.subscribe, phone.requestPermission].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
})

test('a subscription that the browser has dropped is made anew', async () => {
	const { bodiesOf } = start({ subscribed: undefined })

	await waitFor(() => expect(bodiesOf(`POST ${PUSH}`)).toMatchObject([{ endpoint: endpoint(1) }]))
})

test('a server with a new key gets a subscription for it', async () => {
	const publicKey = `${PUBLIC_KEY.slice(0, -1)}A`
	const { phone, bodiesOf } = start({ publicKey, listed: [200, [phoneOf(hashOf(endpoint(9)))]] })

	await waitFor(() => expect(bodiesOf(`POST ${PUSH}`)).toMatchObject([{ endpoint: endpoint(1) }]))
	expect(phone.subscribe.mock.calls).toMatchObject([[{ applicationServerKey: publicKey }]])
})

test('a browser that was never made to ring here asks the server nothing', async () => {
	const { phone, calls } = start({ ringsFor: null })

	await settled()

	expect(calls().filter((call) => call.endsWith('/push'))).toEqual([])
	expect(phone.subscription).not.toBeNull()
})

test('after a log-out the phone is silent at once, also when the server has not heard of it [T61]', async () => {
	const { phone, app, answer } = start({ listed: [200, [phoneOf(hashOf(endpoint(9)))]] })
	await settled()
	answer('POST /api/logout', deadNetwork)

	await app.session.signOut().catch(() => undefined)

	await waitFor(() => expect(phone.subscription).toBeNull())
	expect(pushMember()).toBeNull()
})

test.each([
	['a visitor', null],
	['another member', aMember({ id: 12, username: 'uschi' })],
])('%s who opens the page on a phone that rang for a member before has it silent', async (_, member) => {
	const { phone, calls } = start({ member })

	await waitFor(() => expect(phone.subscription).toBeNull())
	expect(pushMember()).toBeNull()
	expect(calls().filter((call) => call.startsWith('POST') && call.endsWith('/push'))).toEqual([])
})

test('a permission that was taken back is not asked for again', async () => {
	const { phone, calls } = start({ permission: 'default' })

	await waitFor(() => expect(pushMember()).toBeNull())
	await settled()

	expect([phone.subscribe, phone.requestPermission].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
	expect(calls()).not.toContain(`POST ${PUSH}`)
})

test('a phone for which there is no room any more is silent, and not tried again', async () => {
	const warned = spyOn(console, 'warn').mockImplementation(() => undefined)
	const { phone } = start({ added: problem(409, 'Five phones of yours ring already.') })

	await waitFor(() => expect(warned).toHaveBeenCalledTimes(1))

	expect([phone.subscription, pushMember()]).toEqual([null, null])
})

test('without a connection nothing is lost: the next start tries again', async () => {
	const warned = spyOn(console, 'warn').mockImplementation(() => undefined)
	const { phone } = start({ listed: deadNetwork })

	await waitFor(() => expect(warned).toHaveBeenCalledTimes(1))

	expect([phone.subscription?.endpoint, pushMember()]).toEqual([endpoint(9), 4711])
})

test('where the operator has switched push off, nothing is sent and nothing forgotten', async () => {
	const { app, phone, calls, answer } = start({ member: null, ringsFor: null })
	answer('GET /api/instance', [200, anInstance()])
	localStorage.setItem('ringsFor', '4711')

	app.session.signedIn(aMember())
	await waitFor(() => expect(app.queryClient.getQueryData(instanceQuery.queryKey)).toBeDefined())
	await settled()

	expect(calls().filter((call) => call.endsWith('/push'))).toEqual([])
	expect([phone.subscription?.endpoint, pushMember()]).toEqual([endpoint(9), 4711])
})
