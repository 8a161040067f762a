import { expect, test } from 'bun:test'
import { mayUse } from './permissions.ts'

const OWN = 'http://127.0.0.1:7433/'

test('a page of the instance may copy and notify, whether it gives its address or only its origin', () => {
	for (const permission of ['clipboard-sanitized-write', 'notifications'])
		for (const page of [OWN, 'http://127.0.0.1:7433', 'http://127.0.0.1:7433/share-ghost/12'])
			expect(mayUse(permission, page, OWN)).toBe(true)
	expect(mayUse('notifications', 'https://rides.example', 'https://rides.example/rides/')).toBe(true)
})

test("the shell's own pages may copy the address for the phones", () => {
	expect(mayUse('clipboard-sanitized-write', 'backseat-shell://page/let-the-car-in', 'backseat-shell://page/')).toBe(
		true,
	)
})

test.each([
	'clipboard-read',
	'media',
	'geolocation',
	'midi',
	'midiSysex',
	'pointerLock',
	'fullscreen',
	'openExternal',
	'hid',
	'serial',
	'usb',
	'display-capture',
	'mediaKeySystem',
	'window-management',
	'fileSystem',
	'idle-detection',
	'storage-access',
	'keyboardLock',
	'speaker-selection',
	'deprecated-sync-clipboard-read',
	'unknown',
	'',
	'Notifications',
	'constructor',
])('a page of the instance gets no %s [T30]', (permission) => {
	expect(mayUse(permission, OWN, OWN)).toBe(false)
})

test.each([
	'https://127.0.0.1:7433/',
	'http://127.0.0.1:7434/',
	'http://localhost:7433/',
	'https://other.example/',
	'blob:http://127.0.0.1:7433/2f1c',
	'file:///etc/passwd',
	'about:blank',
	'data:text/html,hi',
	'null',
	'',
])('%j is somebody else and gets nothing', (page) => {
	expect(mayUse('notifications', page, OWN)).toBe(false)
	expect(mayUse('clipboard-sanitized-write', page, OWN)).toBe(false)
})
