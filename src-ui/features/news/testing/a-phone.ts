import { mock } from 'bun:test'

/** Of a server; base64url. */
export const PUBLIC_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

type Phone = {
	permission?: NotificationPermission
	/** What the person answers to the browser's question. */
	says?: NotificationPermission
	/** The one that it has already. */
	subscribed?: { endpoint: string; publicKey?: string }
	isSecure?: boolean
	isAble?: boolean
	/** What `subscribe` fails with. */
	fails?: Error
}

const bytesOf = (base64url: string) =>
	Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export const endpoint = (nth: number) => `https://fcm.googleapis.com/fcm/send/phone-${nth}`

/** As the server lists it. */
export const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** Makes the browser of a test one that can ring, unless told otherwise. */
export function aPhone({
	permission = 'default',
	says = 'granted',
	subscribed,
	isSecure = true,
	isAble = true,
	fails,
}: Phone = {}) {
	let made = 0
	const subscriptionFor = (address: string, publicKey: string) => ({
		endpoint: address,
		options: { applicationServerKey: bytesOf(publicKey).buffer },
		toJSON: () => ({ endpoint: address, expirationTime: null, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } }),
		unsubscribe: mock(async () => {
			phone.subscription = null
			return true
		}),
	})
	const shown = [{ close: mock(() => undefined) }]
	const phone = {
		subscription: null as ReturnType<typeof subscriptionFor> | null,
		subscribe: mock(async ({ applicationServerKey }: { applicationServerKey: string }) => {
			if (fails) throw fails
			made += 1
			phone.subscription = subscriptionFor(endpoint(made), applicationServerKey)
			return phone.subscription
		}),
		requestPermission: mock(async () => {
			notification.permission = says
			return says
		}),
		clearAppBadge: mock(async () => undefined),
		shown,
	}
	if (subscribed) phone.subscription = subscriptionFor(subscribed.endpoint, subscribed.publicKey ?? PUBLIC_KEY)
	const notification = { permission, requestPermission: phone.requestPermission }
	const registration = {
		scope: `${location.origin}/`,
		pushManager: { getSubscription: async () => phone.subscription, subscribe: phone.subscribe },
		getNotifications: async () => shown,
	}
	const serviceWorker = {
		register: async () => registration,
		getRegistration: async () => registration,
		ready: Promise.resolve(registration),
	}
	document.documentElement.dataset.serviceWorker = isAble ? 'here' : 'none'
	set(globalThis, 'isSecureContext', isSecure)
	set(navigator, 'clearAppBadge', phone.clearAppBadge)
	if (isAble) {
		set(navigator, 'serviceWorker', serviceWorker)
		set(globalThis, 'PushManager', class {})
		set(globalThis, 'Notification', notification)
	}
	return phone
}

const set = (on: object, name: string, value: unknown) => Object.defineProperty(on, name, { configurable: true, value })

export function putPhoneAway() {
	delete document.documentElement.dataset.serviceWorker
	for (const name of ['isSecureContext', 'PushManager', 'Notification']) Reflect.deleteProperty(globalThis, name)
	Reflect.deleteProperty(navigator, 'clearAppBadge')
}
