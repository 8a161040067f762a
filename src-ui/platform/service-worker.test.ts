import { afterEach, expect, mock, spyOn, test } from 'bun:test'
import { memoryCaches } from '#ui/service-worker/testing/memory-caches.ts'
import { ownRegistration, registerServiceWorker } from './service-worker.ts'

afterEach(() => {
	Reflect.deleteProperty(globalThis, 'caches')
	delete document.documentElement.dataset.serviceWorker
	mock.restore()
})

/** A browser with service workers, and a server that has a worker or none. */
function openedWith(serviceWorker: 'here' | 'none', registeredScope?: string) {
	document.documentElement.dataset.serviceWorker = serviceWorker
	const register = mock(async (_address: string, _options: object) => undefined)
	const unregister = mock(async () => true)
	const getRegistration = async () => registeredScope && { scope: registeredScope, unregister }
	Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register, getRegistration } })
	const caches = memoryCaches(() => new Response())
	Object.defineProperty(globalThis, 'caches', { configurable: true, value: caches })
	return { register, unregister, caches }
}

test('the browser is asked to keep the app, and to look for a newer one at the server itself', async () => {
	const { register } = openedWith('here')

	await registerServiceWorker()

	expect(register.mock.calls).toEqual([['/sw.js', { updateViaCache: 'none' }]])
})

test('where there are no workers, over plain http say, nothing happens', async () => {
	document.documentElement.dataset.serviceWorker = 'here'

	expect(await registerServiceWorker()).toBeUndefined()
})

test('a server without a worker ends the one that another left at its address, and no other', async () => {
	const own = openedWith('none', `${location.origin}/`)
	for (const name of ['backseat / 1', 'backseat /rides/ 1', 'somebody else']) await own.caches.open(name)
	await registerServiceWorker()
	expect(await own.caches.keys()).toEqual(['backseat /rides/ 1', 'somebody else'])
	expect([own.register.mock.calls.length, own.unregister.mock.calls.length]).toEqual([0, 1])

	const above = openedWith('none', 'http://elsewhere.example/')
	await registerServiceWorker()
	expect(above.unregister).not.toHaveBeenCalled()
	openedWith('none')
	await registerServiceWorker()
})

test('a browser that refuses, as in a private window, is no trouble for anybody', async () => {
	const warned = spyOn(console, 'warn').mockImplementation(() => undefined)
	const { register } = openedWith('here')
	register.mockImplementation(() => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError')))

	await registerServiceWorker()

	expect(warned).toHaveBeenCalledTimes(1)
})

test('where site data are blocked there is no worker, and asking for it fails nothing [B31]', async () => {
	openedWith('here')
	Object.assign(navigator.serviceWorker, {
		getRegistration: () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError')),
	})

	expect(await ownRegistration()).toBeUndefined()
})
