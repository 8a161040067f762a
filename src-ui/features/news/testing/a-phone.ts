import { mock } from 'bun:test'

/** A server's VAPID public key, in base64url. */
export const PUBLIC_KEY = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

type Phone = {
	permission?: NotificationPermission
	/** The user's answer to the permission prompt. */
	says?: NotificationPermission
	/** The browser's existing subscription. */
	subscribed?: { endpoint: string; publicKey?: string }
	isSecure?: boolean
	isAble?: boolean
	/** Error that `subscribe` rejects with. */
	fails?: Error
}

const bytesOf = (base64url: string) =>
	Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))

export const endpoint = (nth: number) => `https://fcm.googleapis.com/fcm/send/phone-${nth}`

/** The hash under which the server lists an endpoint. */
export const hashOf = (text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex')

/** Gives the test's browser push support; the options override the defaults. */
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
