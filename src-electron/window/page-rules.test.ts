import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { createDownloads, createOutsideOpener, decideNavigation, mayRedirect, mayUse } from './page-rules.ts'

const OWN = 'http://127.0.0.1:7433/'
const FRIENDS = 'https://rides.example/rides/'
const kindOf = (url: string, base = OWN) => decideNavigation(url, base).kind

test.each([
	[OWN, OWN],
	['http://127.0.0.1:7433/rating/12?a=b#c', OWN],
	['http://127.0.0.1:7433/a/../home', OWN],
	[FRIENDS, FRIENDS],
	['https://rides.example/rides', FRIENDS],
	['https://RIDES.example:443/rides/home', FRIENDS],
	['backseat-shell://page/updates', 'backseat-shell://page/updates'],
])('%s stays in the window of %s', (url, base) => {
	expect(kindOf(url, base)).toBe('stay')
	expect(mayRedirect(url, base)).toBe(true)
})

test.each([
	['https://wa.me/?text=Rate%20me', 'https://wa.me/?text=Rate%20me'],
	['sms:?&body=Rate%20me', 'sms:?&body=Rate%20me'],
	['sms:+41790000000', 'sms:+41790000000'],
	['whatsapp://send?text=hi', 'whatsapp://send?text=hi'],
	[' https://other.example ', 'https://other.example/'],
	['https:\\\\other.example\\a', 'https://other.example/a'],
	['https://other.example/a b"c', 'https://other.example/a%20b%22c'],
	['ht\ntps://other.example', 'https://other.example/'],
	['https://exаmple.com', 'https://xn--exmple-4nf.com/'],
	['https://127.0.0.1:7433/', 'https://127.0.0.1:7433/'],
])('%j goes to the system, as %s', (url, handed) => {
	expect(decideNavigation(url, OWN)).toEqual({ kind: 'outside', url: handed })
	expect(mayRedirect(url, OWN)).toBe(false)
})

test.each([
	'http://other.example',
	'http://127.0.0.1:7434/',
	'http://localhost:7433/',
	'http://127.0.0.1.other.example:7433/',
	'http://me:you@127.0.0.1:7433/',
	'http://127.0.0.1:7433@other.example/',
	'https://me@other.example/',
	'file:///etc/passwd',
	'javascript:alert(1)',
	'JavaScript:alert(1)',
	'java\tscript:alert(1)',
	'data:text/html,<h1>hi</h1>',
	'blob:http://127.0.0.1:7433/2f1c',
	'blob:https://other.example/2f1c',
	'filesystem:http://127.0.0.1:7433/temporary/a',
	'view-source:http://127.0.0.1:7433/',
	'backseat://claim/aaaaaaaaaa?server=https://other.example',
	'backseat-shell://page/updates',
	'about:blank',
	'chrome://settings',
	'devtools://devtools/bundled/inspector.html',
	'smb://server/share',
	'ms-settings:',
	'mailto:mum@other.example',
	'tel:117',
	'ftp://other.example',
	'ws://127.0.0.1:7433/',
	'\\\\server\\share',
	'//other.example/a',
	'/home',
	'',
	'nonsense',
	'sms:1" --run "calc',
	'sms:1 2',
	'whatsapp:\\\\server',
	`https://other.example/${'a'.repeat(2100)}`,
])('%j goes nowhere', (url) => {
	expect(kindOf(url)).toBe('deny')
	expect(mayRedirect(url, OWN)).toBe(false)
})

describe('the window of an instance under a path', () => {
	test.each([
		'https://rides.example/',
		'https://rides.example/photos/',
		'https://rides.example/rides-of-somebody-else/',
		'https://rides.example/Rides/',
		'https://rides.example/rides/../photos/',
		'https://rides.example/rides/%2e%2e/photos/',
		'https://rides.example/rides/..%2fphotos/',
		'https://rides.example/rides/..%5Cphotos/',
		'https://rides.example//rides/',
	])('does not go to %s, its neighbour, and does not hand it on', (url) => {
		expect(kindOf(url, FRIENDS)).toBe('deny')
	})
})

test("the shell's own pages go nowhere but to themselves", () => {
	const page = 'backseat-shell://page/updates'
	for (const url of ['backseat-shell://page/trouble', 'backseat-shell://page/', 'backseat-shell://page/updates-2'])
		expect(kindOf(url, page)).toBe('deny')
	for (const url of ['backseat-shell://other/updates', 'backseat-other://page/updates', OWN])
		expect(kindOf(url, page)).toBe('deny')
})

test('without a proper base nothing stays', () => {
	expect(kindOf(OWN, '')).toBe('deny')
	expect(kindOf('about:blank', 'about:blank')).toBe('deny')
	expect(kindOf('data:,a', 'data:,a')).toBe('deny')
})

test('what stays is of the own origin; what goes outside has one of three schemes and nothing a command line could trip over [T30]', () => {
	const schemes = ['https:', 'http:', 'sms:', 'whatsapp:', 'file:', 'javascript:', 'blob:', ' https:', 'HTTPS:', '']
	const rest = fc.array(
		fc.oneof(
			fc.constantFrom('//', '127.0.0.1:7433', 'rides.example', '/rides/', '..', '%2f', '@', '\\', '"', '?', '#', '\n'),
			fc.string({ maxLength: 5 }),
		),
		{ maxLength: 7 },
	)
	fc.assert(
		fc.property(fc.constantFrom(...schemes), rest, fc.constantFrom(OWN, FRIENDS), (start, parts, base) => {
			const url = start + parts.join('')
			const decision = decideNavigation(url, base)
			if (decision.kind === 'stay') expect(new URL(url).href.startsWith(base.slice(0, -1))).toBe(true)
			if (decision.kind !== 'outside') return
			expect(decision.url).toMatch(/^(https:\/\/|sms:|whatsapp:)[!#-;=?-[\]-~]*$/)
			expect(new URL(decision.url).origin).not.toBe(new URL(base).origin)
			expect(decideNavigation(decision.url, base)).toEqual(decision)
		}),
		{ numRuns: 2000 },
	)
})

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

const FORBIDDEN = `
	clipboard-read media geolocation midi midiSysex pointerLock fullscreen openExternal hid serial usb
	display-capture mediaKeySystem window-management fileSystem idle-detection storage-access
	keyboardLock speaker-selection deprecated-sync-clipboard-read unknown Notifications constructor
`

/** Includes a permission with an empty name. */
test.each(FORBIDDEN.trim().split(/\s+/).concat(''))('a page of the instance gets no %s [T30]', (permission) => {
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

function anOpener(open?: (url: string) => Promise<void>) {
	const opened: string[] = []
	const clock = { now: 0 }
	const openOutside = createOutsideOpener({
		open: open ?? ((url) => Promise.resolve(void opened.push(url))),
		now: () => clock.now,
	})
	return { openOutside, opened, clock }
}

test('a page that opens a hundred addresses opens one', () => {
	const { openOutside, opened } = anOpener()
	for (let i = 0; i < 100; i += 1) openOutside(`https://other.example/${i}`)
	expect(opened).toEqual(['https://other.example/0'])
})

test('a second later the next one goes, and what came too soon is not made up for', () => {
	const { openOutside, opened, clock } = anOpener()
	expect(openOutside('https://other.example/a')).toBe(true)
	clock.now = 999
	expect(openOutside('https://other.example/b')).toBe(false)
	clock.now = 1000
	expect(openOutside('https://other.example/c')).toBe(true)
	clock.now = 1999
	expect(openOutside('https://other.example/d')).toBe(false)
	expect(opened).toEqual(['https://other.example/a', 'https://other.example/c'])
})

test('a system that cannot open it does the app no harm', async () => {
	const { openOutside } = anOpener(() => Promise.reject(new Error('No application for sms:')))
	expect(openOutside('sms:?&body=hi')).toBe(true)
	await Bun.sleep(0)
})

/** The download rules of a window, and their clock. */
function aWindow() {
	let now = 0
	const downloads = createDownloads(() => now)
	return {
		...downloads,
		wait: (ms: number) => {
			now += ms
		},
	}
}

test('a page begins no download by itself', () => {
	expect(aWindow().begin(false)).toBe(false)
})

test('what a member taps is downloaded, and the next thing they tap, too', () => {
	const { begin, ended, input, wait } = aWindow()

	for (const tap of ['mouseDown', 'touchStart', 'rawKeyDown', 'keyDown']) {
		input(tap)
		expect([tap, begin(true)]).toEqual([tap, true])
		wait(100)
		ended()
	}
})

test('one tap is one download, however many the page makes of it, and moving the mouse is no tap [T30]', () => {
	const { begin, ended, input, wait } = aWindow()
	input('mouseDown')
	expect(begin(true)).toBe(true)
	ended()

	for (const type of 'mouseUp mouseMove mouseWheel pointerMove char gestureScrollUpdate constructor'.split(' ')) {
		input(type)
		wait(500)
		expect([type, begin(true)]).toEqual([type, false])
	}
})

test('while one is under way there is no second one, whatever is tapped', () => {
	const { begin, ended, input, wait } = aWindow()
	input('mouseDown')
	expect(begin(true)).toBe(true)

	input('mouseDown')
	wait(60_000)
	expect(begin(true)).toBe(false)

	ended()
	expect(begin(true)).toBe(true)
})

test('a gesture that no input was seen of counts when it cannot be the one before', () => {
	const { begin, ended, wait } = aWindow()
	expect(begin(true)).toBe(true)
	ended()

	wait(4999)
	expect(begin(true)).toBe(false)
	wait(1)
	expect(begin(true)).toBe(true)
})
