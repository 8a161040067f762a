import { UserId } from '#contract/ids.ts'
import {
	addPushSubscription,
	dropPushSubscription,
	listPushSubscriptions,
	type NewPushSubscription,
	type OwnPushSubscription,
} from '#contract/news.ts'
import { api, basePath, hasStatus } from '#ui/platform/api-client.ts'
import { isInstalled, isIosBrowser } from '#ui/platform/home-screen.ts'
import { pushOffer } from '#ui/platform/push-offer-state.ts'
import { remembered } from '#ui/platform/remembered.ts'
import { ownRegistration, registerServiceWorker } from '#ui/platform/service-worker.ts'
import { remember } from '#ui/platform/storage.ts'
import { endpointHash } from '#ui/service-worker/changed-subscription.ts'

export type Obstacle = 'no-https' | 'not-on-home-screen' | 'not-able' | 'refused'

export function obstacleToPush(): Obstacle | null {
	if (!isSecureContext) return 'no-https'
	const isAble =
		document.documentElement.dataset.serviceWorker === 'here' &&
		'serviceWorker' in navigator &&
		'PushManager' in window &&
		'Notification' in window
	if (!isAble) return isIosBrowser() && !isInstalled() ? 'not-on-home-screen' : 'not-able'
	return Notification.permission === 'denied' ? 'refused' : null
}

/** False if this browser cannot have push notifications at this address, whatever the member allows. */
export function canPushHere(): boolean {
	const obstacle = obstacleToPush()
	return obstacle !== 'no-https' && obstacle !== 'not-able'
}

/** Includes the base path, because one origin may host two instances. */
const KEY = `ringsFor${basePath}`

/**
 * The member who subscribed this browser. The subscription does not contain the member, and the next member who logs in
 * here must not inherit it.
 */
export const pushMember = () => remembered('localStorage', KEY, UserId)
const noteRingsFor = (me: UserId | null) => remember('localStorage', KEY, me)

const ownSubscription = async () => (await ownRegistration())?.pushManager.getSubscription()

/** Call only with permission granted; otherwise the browser would prompt here. */
export async function subscribePush(me: UserId, publicKey: string) {
	// The member may tap before the page has registered the worker.
	await registerServiceWorker()
	if (!(await ownRegistration())) throw new Error('This browser keeps no worker for us')
	const { pushManager } = await navigator.serviceWorker.ready
	let subscription = await pushManager.getSubscription()
	if (subscription && !isFor(publicKey, subscription)) {
		// A browser refuses a second subscription with another key.
		await subscription.unsubscribe()
		subscription = null
	}
	subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
	try {
		const { endpoint, keys } = subscription.toJSON() as NewPushSubscription
		await api.send(addPushSubscription, { params: { id: me }, body: { endpoint, keys } })
	} catch (error) {
		// Keeps an existing subscription through a server outage; drops a new one, or one that the server refuses with 409.
		if (pushMember() !== me || hasStatus(error, 409)) await unsubscribePush()
		throw error
	}
	noteRingsFor(me)
	pushOffer.answer()
}

export type PushState = 'rings' | 'silent' | Obstacle

/**
 * Renews a subscription that the browser dropped, the server forgot or an old server key made. Never opens the
 * permission prompt.
 */
export async function repairSubscription(me: UserId, publicKey: string): Promise<PushState> {
	const obstacle = obstacleToPush()
	if (obstacle || pushMember() !== me || Notification.permission !== 'granted') {
		await unsubscribePush()
		return obstacle ?? 'silent'
	}
	const subscription = await ownSubscription()
	const isKnown = subscription && isFor(publicKey, subscription) && (await knownAs(me, subscription))
	if (!isKnown) await subscribePush(me, publicKey)
	return 'rings'
}

export async function unsubscribePush(): Promise<PushSubscription | undefined> {
	noteRingsFor(null)
	const subscription = await ownSubscription()
	await subscription?.unsubscribe()
	return subscription ?? undefined
}

export async function stopPush(me: UserId) {
	const subscription = await unsubscribePush()
	if (!subscription) return
	try {
		const known = await knownAs(me, subscription)
		if (known) await api.send(dropPushSubscription, { params: { id: me }, body: { id: known.id } })
	} catch (error) {
		// The push service also reports the expired subscription at the next message.
		console.warn('The server still takes this phone for one that rings', error)
	}
}

async function knownAs(me: UserId, { endpoint }: PushSubscription): Promise<OwnPushSubscription | undefined> {
	const [known, hash] = await Promise.all([
		api.send(listPushSubscriptions, { params: { id: me } }),
		endpointHash(endpoint),
	])
	return known.find((phone) => phone.endpointHash === hash)
}

function isFor(publicKey: string, { options: { applicationServerKey } }: PushSubscription): boolean {
	// Some browsers do not expose the key.
	if (!applicationServerKey) return true
	const text = btoa(String.fromCharCode(...new Uint8Array(applicationServerKey)))
	return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === publicKey
}
