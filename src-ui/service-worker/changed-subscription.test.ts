import { expect, mock, test } from 'bun:test'
import { endpointHash, tellOfChange } from './changed-subscription.ts'

const SCOPE = 'https://ride.example/rides/'
const OLD = 'https://fcm.googleapis.com/fcm/send/old'
const key = new Uint8Array([4, 2]).buffer

const aSubscription = (endpoint: string) => ({
	endpoint,
	options: { applicationServerKey: key, userVisibleOnly: true },
	toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh: 'p', auth: 'a' } }),
	unsubscribe: mock(async () => true),
})

/** A browser with a logged-in member and the member's push subscriptions. */
function aBrowser(rings: string[], user: unknown = { id: 7 }) {
	const fresh = aSubscription('https://fcm.googleapis.com/fcm/send/new')
	const subscribe = mock(async (_options: object) => fresh)
	const asked: string[] = []
	const ask = async (address: string, init?: RequestInit) => {
		asked.push(`${init?.method ?? 'GET'} ${address.replace(SCOPE, '')} ${init?.body ?? ''}`.trim())
		if (address.endsWith('api/user')) return Response.json(user, { status: user ? 200 : 401 })
		return Response.json(rings.map((hash, id) => ({ id, endpointHash: hash })))
	}
	const registration = { scope: SCOPE, pushManager: { subscribe } } as unknown as ServiceWorkerRegistration
	const change = (which: { oldSubscription?: unknown; newSubscription?: unknown }) =>
		tellOfChange({ registration }, which as Parameters<typeof tellOfChange>[1], ask)
	return { change, subscribe, fresh, asked }
}

test('a subscription that the browser has dropped is made anew, for the same key, and the server told', async () => {
	const { change, subscribe, asked } = aBrowser([await endpointHash(OLD)])

	await change({ oldSubscription: aSubscription(OLD) })

	expect(subscribe.mock.calls).toEqual([[{ userVisibleOnly: true, applicationServerKey: key }]])
	expect(asked).toEqual([
		'GET api/user',
		'GET api/users/7/push',
		'POST api/users/7/push {"endpoint":"https://fcm.googleapis.com/fcm/send/new","keys":{"p256dh":"p","auth":"a"}}',
	])
})

test('one that the browser has made by itself is taken as it is', async () => {
	const { change, subscribe, asked } = aBrowser([await endpointHash(OLD)])

	await change({
		oldSubscription: aSubscription(OLD),
		newSubscription: aSubscription('https://fcm.googleapis.com/fcm/send/theirs'),
	})

	expect(subscribe).not.toHaveBeenCalled()
	expect(asked.at(-1)).toContain('"https://fcm.googleapis.com/fcm/send/theirs"')
})

test('a phone that rang for another member does not begin to ring for the one who is here', async () => {
	const { change, fresh, asked } = aBrowser([await endpointHash('https://fcm.googleapis.com/fcm/send/another')])

	await change({ oldSubscription: aSubscription(OLD) })

	expect(fresh.unsubscribe).toHaveBeenCalledTimes(1)
	expect(asked.filter((call) => call.startsWith('POST'))).toEqual([])
})

test('where nobody is signed in, and where nothing is known of the one before, the server is told nothing', async () => {
	const visitor = aBrowser([], null)
	const unknown = aBrowser([])

	await expect(visitor.change({ oldSubscription: aSubscription(OLD) })).rejects.toThrow('user: 401')
	await unknown.change({ oldSubscription: null })

	expect([visitor.asked, unknown.asked]).toEqual([['GET api/user'], []])
	expect(unknown.subscribe).not.toHaveBeenCalled()
})

test('an endpoint is called by its SHA-256, as the server lists it', async () => {
	expect(await endpointHash(OLD)).toBe(new Bun.CryptoHasher('sha256').update(OLD).digest('hex'))
})
