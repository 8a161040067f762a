import { afterEach, expect, test } from 'bun:test'
import { takeDownNotices } from './take-down-notices.ts'
import { aPhone, putPhoneAway } from './testing/a-phone.ts'

afterEach(putPhoneAway)

test('what a phone shows of new ratings goes, and the number on its icon, once they are looked at', async () => {
	const phone = aPhone({ permission: 'granted' })

	await takeDownNotices()

	expect([phone.shown[0]?.close, phone.clearAppBadge].map((taken) => taken?.mock.calls.length)).toEqual([1, 1])
})

test('the desktop app, which keeps no worker, is left its own number', async () => {
	const phone = aPhone({ permission: 'granted' })
	Object.defineProperty(navigator, 'serviceWorker', {
		configurable: true,
		value: { getRegistration: async () => undefined },
	})

	await takeDownNotices()

	expect(phone.clearAppBadge).not.toHaveBeenCalled()
})

test('a browser that was never asked has nothing to take down', async () => {
	const phone = aPhone()

	await takeDownNotices()

	expect(phone.clearAppBadge).not.toHaveBeenCalled()
})
