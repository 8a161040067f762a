import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { deepLinkIn, isEncrypted, parseDeepLink } from './deep-link.ts'

const TOKEN = 'Xy0_-Xy0_-Xy0_-Xy0_-Xy0_-Xy0_-12'
const link = (server: string) => `backseat://claim/${TOKEN}?server=${server}`

test.each([
	['https://rides.example', 'https://rides.example/'],
	['https://rides.example/', 'https://rides.example/'],
	['https://rides.example/rides', 'https://rides.example/rides/'],
	['https://rides.example/our/rides/', 'https://rides.example/our/rides/'],
	['https://RIDES.example/Rides', 'https://rides.example/Rides/'],
	['https://rides.example:443', 'https://rides.example/'],
	['http://192.168.1.5:7433', 'http://192.168.1.5:7433/'],
	['http://[fd00::1]:7433/', 'http://[fd00::1]:7433/'],
	['http://attic-pc.local', 'http://attic-pc.local/'],
])('a claim link for %s asks about %s', (server, shown) => {
	expect(parseDeepLink(link(server))).toEqual({ token: TOKEN, server: shown })
	expect(parseDeepLink(link(encodeURIComponent(server)))).toEqual({ token: TOKEN, server: shown })
})

test('a lookalike name is shown in punycode, and taken in no other form', () => {
	expect(parseDeepLink(link('https://xn--exmple-4nf.com'))?.server).toBe('https://xn--exmple-4nf.com/')
	for (const server of [
		'https://exаmple.com',
		'https://example。com',
		'https://①.example',
		'https://exa\u00admple.com',
	]) {
		expect(parseDeepLink(link(server))).toBeNull()
		expect(parseDeepLink(link(encodeURIComponent(server)))).toBeNull()
	}
})

test('a number in disguise is shown as the computer it means', () => {
	expect(parseDeepLink(link('http://0x7f.1'))?.server).toBe('http://127.0.0.1/')
	expect(parseDeepLink(link('http://2130706433'))?.server).toBe('http://127.0.0.1/')
})

const SERVER = 'https://rides.example'
test.each([
	['nothing', ''],
	['another scheme', `https://claim/${TOKEN}?server=${SERVER}`],
	['a scheme in capitals', `BACKSEAT://claim/${TOKEN}?server=${SERVER}`],
	['no slashes', `backseat:claim/${TOKEN}?server=${SERVER}`],
	['one slash', `backseat:/claim/${TOKEN}?server=${SERVER}`],
	['three slashes', `backseat:///claim/${TOKEN}?server=${SERVER}`],
	['another command', `backseat://invite/${TOKEN}?server=${SERVER}`],
	['a command in capitals', `backseat://Claim/${TOKEN}?server=${SERVER}`],
	['a command in percent signs', `backseat://cl%61im/${TOKEN}?server=${SERVER}`],
	['a port', `backseat://claim:80/${TOKEN}?server=${SERVER}`],
	['credentials', `backseat://me:you@claim/${TOKEN}?server=${SERVER}`],
	['a second name in the path', `backseat://claim/${TOKEN}/now?server=${SERVER}`],
	['a slash at the end of the path', `backseat://claim/${TOKEN}/?server=${SERVER}`],
	['a doubled slash', `backseat://claim//${TOKEN}?server=${SERVER}`],
	['a way up', `backseat://claim/../${TOKEN}?server=${SERVER}`],
	['an encoded way up', `backseat://claim/%2e%2e/${TOKEN}?server=${SERVER}`],
	['a backslash', `backseat://claim\\${TOKEN}?server=${SERVER}`],
	['a token that is too short', `backseat://claim/${'a'.repeat(9)}?server=${SERVER}`],
	['a token that is too long', `backseat://claim/${'a'.repeat(65)}?server=${SERVER}`],
	['a percent sign in the token', `backseat://claim/%41${TOKEN}?server=${SERVER}`],
	['a tab in the token', `backseat://claim/${TOKEN}\t?server=${SERVER}`],
	['no token', `backseat://claim/?server=${SERVER}`],
	['no server', `backseat://claim/${TOKEN}`],
	['an empty server', link('')],
	['a second parameter', `${link(SERVER)}&yes=1`],
	['a parameter before', `backseat://claim/${TOKEN}?yes=1&server=${SERVER}`],
	['two servers', `${link(SERVER)}&server=https://other.example`],
	['a parameter of another name', `backseat://claim/${TOKEN}?Server=${SERVER}`],
	['a fragment', `${link(SERVER)}#yes`],
	['a line break at the end', `${link(SERVER)}\n`],
	['a space in front', ` ${link(SERVER)}`],
	['a broken percent sign', link('https%3A%2F%2Frides.example%')],
	['percent signs in percent signs', link(encodeURIComponent(encodeURIComponent(SERVER)))],
	['too much of it', link(`${SERVER}/${'a'.repeat(2000)}`)],
])('a link with %s is refused', (_, text) => {
	expect(parseDeepLink(text)).toBeNull()
})

test.each([
	['a file', 'file:///etc/passwd'],
	['a script', 'javascript:alert(1)'],
	['another deep link', 'backseat://claim/aaaaaaaaaa'],
	['a scheme in capitals', 'HTTPS://rides.example'],
	['no host', 'https://'],
	['one slash', 'https:/rides.example'],
	['backslashes', 'https:\\\\rides.example'],
	['credentials', 'https://bank.example@rides.example'],
	['a password', 'https://me:you@rides.example'],
	['a query', 'https://rides.example/?a=1'],
	['a fragment', 'https://rides.example/#a'],
	['a way up', 'https://rides.example/a/../b'],
	['a way nowhere', 'https://rides.example/./b'],
	['a doubled slash', 'https://rides.example//b'],
	['a hidden folder', 'https://rides.example/.git'],
	['a percent sign in the path', 'https://rides.example/%2e%2e/b'],
	['a percent sign in the host', 'https://rides%252eexample'],
	['a dot at the end of the host', 'https://rides.example./'],
	['two dots in the host', 'https://rides..example'],
	['an invalid port', 'https://rides.example:99999'],
	['a space', 'https://rides.example/a b'],
	['a tab in the scheme', 'ht\ttps://rides.example'],
	['a null', 'https://rides.example/\0'],
	['broken punycode', 'https://xn--a.example'],
])('a server with %s is refused', (_, server) => {
	expect(parseDeepLink(link(encodeURIComponent(server)))).toBeNull()
	expect(parseDeepLink(link(server))).toBeNull()
})

test('whatever is accepted is a plain token and the address of a web server', () => {
	const part = fc.constantFrom(
		...'backseat://claim/ ?server= https:// .. / // @ : # & % %2f rides a.b \\ \t 80 [::1]'.split(' '),
	)
	const nearMiss = fc
		.array(fc.oneof(part, fc.string({ maxLength: 3 })), { maxLength: 9 })
		.map((parts) => parts.join(''))
	const server = fc.oneof(nearMiss, fc.webUrl({ withFragments: true, withQueryParameters: true }))
	fc.assert(
		fc.property(fc.oneof(nearMiss, server.map(link), server.map(encodeURIComponent).map(link)), (text) => {
			const read = parseDeepLink(text)
			if (!read) return
			expect(read.token).toMatch(/^[A-Za-z0-9_-]{10,64}$/)
			expect(read.server).toMatch(/^https?:\/\/[!-~]+\/$/)
			const url = new URL(read.server)
			expect([url.href, url.username, url.password, url.search, url.hash]).toEqual([read.server, '', '', '', ''])
			expect(parseDeepLink(`backseat://claim/${read.token}?server=${read.server}`)).toEqual(read)
		}),
		{ numRuns: 2000 },
	)
})

test('the link of a start is found among its arguments, wherever it is', () => {
	expect(deepLinkIn(['/opt/Backseat/backseat', '--allow-file-access', link(SERVER)])).toBe(link(SERVER))
	expect(deepLinkIn(['backseat', 'backseat://nonsense', link(SERVER)])).toBe('backseat://nonsense')
	expect(deepLinkIn(['/home/mum/backseat://x', '--link=backseat://claim/x', 'https://rides.example'])).toBeNull()
	expect(deepLinkIn([])).toBeNull()
})

test('only https is called encrypted', () => {
	expect(isEncrypted('https://rides.example/')).toBe(true)
	expect(isEncrypted('http://192.168.1.5:7433/')).toBe(false)
	expect(isEncrypted('nonsense')).toBe(false)
})
