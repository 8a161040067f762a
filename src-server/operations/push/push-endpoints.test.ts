import { expect, test } from 'bun:test'
import { pushEndpoint } from './push-endpoints.ts'

test('fcm.googleapis.com is a name and not an fc00::/7 [T59]', () => {
	expect(pushEndpoint('https://fcm.googleapis.com/fcm/send/abc:def_-', [])?.hostname).toBe('fcm.googleapis.com')
})

test.each([
	['of an address', 'https://127.0.0.1/'],
	['of an address as a number', 'https://2130706433/'],
	['of an address of IPv6', 'https://[::ffff:127.0.0.1]/'],
	['with a name before the host', 'https://fcm.googleapis.com@127.0.0.1/'],
	['with a backslash', 'https://127.0.0.1\\@fcm.googleapis.com/'],
	['with the name in front of another', 'https://fcm.googleapis.com.evil.example/'],
	['with the name behind another', 'https://evilfcm.googleapis.com/'],
	['with a dot at the end', 'https://fcm.googleapis.com./'],
	['with another port', 'https://fcm.googleapis.com:8443/'],
])('an endpoint %s is none [T59]', (_how, text) => {
	expect(pushEndpoint(text, [])).toBeNull()
})

test('an endpoint has the one spelling that browsers give it, and is https [T59]', () => {
	const odd = [
		...['', 'nonsense', 'http://fcm.googleapis.com/a', 'HTTPS://fcm.googleapis.com/a', 'https://FCM.googleapis.com/a'],
		...['https://fcm.googleapis.com:443/a', 'https://fcm.googleapis.com', ' https://fcm.googleapis.com/a'],
		...['https://fcm.googleapis.com/a/../b', 'https://fcm.googleapis.com/a#b', 'https://fcm。googleapis.com/a'],
		...['https://push.apple.com/a', 'https://.push.apple.com/a', 'https://notpush.apple.com/a', 'file:///etc/passwd'],
	]
	expect(odd.filter((text) => pushEndpoint(text, []) !== null)).toEqual([])
	for (const host of ['updates.push.services.mozilla.com', 'web.push.apple.com', 'wns2-par02p.notify.windows.com'])
		expect(pushEndpoint(`https://${host}/wpush/v2/gAAA`, [])?.hostname).toBe(host)
})

test('more push services can be named, with all names below one or without', () => {
	const more = ['push.home.example', '*.unified.example']
	const known = (host: string) => pushEndpoint(`https://${host}/a`, more) !== null

	expect(['push.home.example', 'a.unified.example', 'a.b.unified.example'].every(known)).toBe(true)
	expect(['a.push.home.example', 'unified.example', 'aunified.example'].some(known)).toBe(false)
})
