import { cachePrefix } from '#ui/service-worker/kept-builds.ts'
import { basePath } from './api-client.ts'

/**
 * Has the browser keep the app, so that it opens without network the next time. Only where there are workers at all, which
 * is over https and on this very machine, and only if the server has one.
 */
export async function registerServiceWorker() {
	if (!('serviceWorker' in navigator)) return
	const { serviceWorker } = document.documentElement.dataset
	try {
		if (serviceWorker === 'here')
			await navigator.serviceWorker.register(`${basePath}/sw.js`, { updateViaCache: 'none' })
		else await removeServiceWorker()
	} catch (error) {
		// Private windows and some settings forbid it.
		console.warn('This browser keeps no app for us', error)
	}
}

/** This server has none, but one at the same address had. */
async function removeServiceWorker() {
	const registered = await ownRegistration()
	if (!registered) return
	await registered.unregister()
	const left = (await caches.keys()).filter((name) => name.startsWith(cachePrefix(registered.scope)))
	await Promise.all(left.map((name) => caches.delete(name)))
}

/** The worker that this browser has of this instance. */
export async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
	if (!('serviceWorker' in navigator)) return undefined
	const scope = new URL(`${basePath}/`, location.origin).href
	try {
		const registered = await navigator.serviceWorker.getRegistration(scope)
		// Another instance may live above this one.
		return registered?.scope === scope ? registered : undefined
	} catch {
		// Where site data are blocked there are no workers either.
		return undefined
	}
}
