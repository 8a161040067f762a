import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { decideNavigation, mayRedirect } from './navigation-policy.ts'

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
	const scheme = fc.constantFrom(
		'https:',
		'http:',
		'sms:',
		'whatsapp:',
		'file:',
		'javascript:',
		'blob:',
		' https:',
		'HTTPS:',
		'',
	)
	const rest = fc.array(
		fc.oneof(
			fc.constantFrom('//', '127.0.0.1:7433', 'rides.example', '/rides/', '..', '%2f', '@', '\\', '"', '?', '#', '\n'),
			fc.string({ maxLength: 5 }),
		),
		{ maxLength: 7 },
	)
	fc.assert(
		fc.property(scheme, rest, fc.constantFrom(OWN, FRIENDS), (start, parts, base) => {
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
