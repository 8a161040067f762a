import { expect, test } from 'bun:test'
import { deviceId, rememberedUser, rememberUser } from './storage.ts'

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
