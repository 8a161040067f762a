import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { blockStorage } from '#ui/testing/block-storage.ts'
import { remembered } from './remembered.ts'
import { deviceId, homeShape, noteHomeShape, remember, rememberedUser, rememberUser } from './storage.ts'

test('a browser gets one id for good: prefix, random string, time, short enough for analytics [spec 5.14]', () => {
	const id = deviceId()
	expect(id).toMatch(/^device_[0-9a-z]{10}_\d{13}$/)
	expect(id.length).toBeLessThanOrEqual(36)
	expect(deviceId()).toBe(id)
	localStorage.clear()
	expect(deviceId()).not.toBe(id)
})

test.each(['', 'device', 'user_4711', `device_${'x'.repeat(30)}`])(
	'the id %p, which the server refuses, is replaced',
	(id) => {
		localStorage.setItem('deviceId', id)

		expect(deviceId()).toMatch(/^device_[0-9a-z]{10}_\d{13}$/)
		expect(localStorage.getItem('deviceId')).toBe(deviceId())
	},
)

test('of the signed-in user only what shows a name and a face is kept', () => {
	const user = { id: 4711, username: 'jonas', display_name: null, avatarId: 5 }
	const ownUser = { ...user, email: 'jonas@example.org' }
	rememberUser(ownUser)
	expect(JSON.parse(localStorage.getItem('currentUser') ?? '')).toEqual(user)
	expect(rememberedUser()).toEqual(user)
	rememberUser(null)
	expect(localStorage.getItem('currentUser')).toBeNull()
})

test('nonsense in the storage is nobody', () => {
	for (const nonsense of ['{', '{"id":"x"}', '[]', 'null']) {
		localStorage.setItem('currentUser', nonsense)
		expect(rememberedUser()).toBeNull()
	}
})

test('where site data are blocked, what is remembered lasts until the page is closed [B31]', () => {
	const unblock = blockStorage()
	try {
		expect(rememberedUser()).toBeNull()
		noteHomeShape({ isGrid: true })
		expect(homeShape()).toEqual({ space: 'none', isGrid: true })
		expect(deviceId()).toBe(deviceId())
		expect(remember('sessionStorage', 'draft', { stars: 4 })).toBe(false)
		expect(remembered('sessionStorage', 'draft', v.object({ stars: v.number() }))).toEqual({ stars: 4 })
		remember('sessionStorage', 'draft', null)
		expect(remembered('sessionStorage', 'draft', v.unknown())).toBeNull()
	} finally {
		unblock()
	}
})

test('what a full storage refuses lasts until the page is closed, in place of what it has [B31]', () => {
	localStorage.setItem('draft', '1')
	const { localStorage: whole } = window
	const full = {
		getItem: (key: string) => whole.getItem(key),
		setItem: () => {
			throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
		},
	}
	Object.defineProperty(window, 'localStorage', { configurable: true, value: full })

	expect(remember('localStorage', 'draft', 2)).toBe(false)
	expect(remembered('localStorage', 'draft', v.number())).toBe(2)
	Object.defineProperty(window, 'localStorage', { configurable: true, value: whole })
	expect(remember('localStorage', 'draft', 3)).toBe(true)
	expect(localStorage.getItem('draft')).toBe('3')
})
