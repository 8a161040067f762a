import { cachePrefix, type KeepMessage } from '#ui/service-worker/kept-builds.ts'
import { basePath } from './api-client.ts'

/**
 * Registers the worker that opens the app without network, if the browser (https or localhost) and the server have one.
 */
export async function registerServiceWorker() {
	if (!('serviceWorker' in navigator)) return
	const { serviceWorker } = document.documentElement.dataset
	try {
		if (serviceWorker === 'here')
			await navigator.serviceWorker.register(`${basePath}/sw.js`, { updateViaCache: 'none' })
		else await removeServiceWorker()
	} catch (error) {
		// Private windows and some settings reject it.
		console.warn('This browser keeps no app for us', error)
	}
}

/** Asks the worker to keep the page in this language, and the files of all screens if they are wanted. */
export async function keepPage(isAllWanted: boolean) {
	const { lang, dataset } = document.documentElement
	if (dataset.serviceWorker !== 'here' || !('serviceWorker' in navigator)) return
	const { active } = await navigator.serviceWorker.ready
	active?.postMessage({ language: lang, isAllWanted } satisfies KeepMessage)
}

/** This server has no worker, but an earlier one at this address had. */
async function removeServiceWorker() {
	const registered = await ownRegistration()
	if (!registered) return
	await registered.unregister()
	const left = (await caches.keys()).filter((name) => name.startsWith(cachePrefix(registered.scope)))
	await Promise.all(left.map((name) => caches.delete(name)))
}

export async function ownRegistration(): Promise<ServiceWorkerRegistration | undefined> {
	if (!('serviceWorker' in navigator)) return undefined
	const scope = new URL(`${basePath}/`, location.origin).href
	try {
		const registered = await navigator.serviceWorker.getRegistration(scope)
		// An instance at a parent path may have the registration.
		return registered?.scope === scope ? registered : undefined
	} catch {
		// Service workers are unavailable where site data is blocked.
		return undefined
	}
}
