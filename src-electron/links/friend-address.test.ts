import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { PAGES } from '#contract/pages.ts'
import { candidatesIn } from './friend-address.ts'

const TOKEN = 'Xy0_-Xy0_-Xy0_-Xy0_-Xy0_-Xy0_-12'
const urls = (text: string) => candidatesIn(text).map(({ base, path }) => `${base} ${path}`.trim())

test.each([
	['friend.example', 'https://friend.example/', 'http://friend.example/'],
	['friend.example/rides', 'https://friend.example/rides/', 'http://friend.example/rides/'],
	['FRIEND.example', 'https://friend.example/', 'http://friend.example/'],
	['attic-pc', 'https://attic-pc/', 'http://attic-pc/'],
	['bücher.example', 'https://xn--bcher-kva.example/', 'http://xn--bcher-kva.example/'],
	['192.168.1.5', 'http://192.168.1.5/', 'https://192.168.1.5/'],
	['192.168.1.5:7433', 'http://192.168.1.5:7433/', 'https://192.168.1.5:7433/'],
	['friend.example:8443/rides/home', 'http://friend.example:8443/rides/', 'https://friend.example:8443/rides/'],
	['[fd00::1]:7433', 'http://[fd00::1]:7433/', 'https://[fd00::1]:7433/'],
	['fd00::1', 'http://[fd00::1]/', 'https://[fd00::1]/'],
	['localhost', 'http://localhost/', 'https://localhost/'],
	['attic-pc.local', 'http://attic-pc.local/', 'https://attic-pc.local/'],
])('for %s, %s is tried first and then %s', (text, first, second) => {
	expect(urls(text)).toEqual([first, second])
})

test.each([
	['http://friend.example', 'http://friend.example/'],
	['https://friend.example/', 'https://friend.example/'],
	['https://friend.example/rides/?utm=chat#top', 'https://friend.example/rides/'],
	['http://192.168.1.5:7433/home', 'http://192.168.1.5:7433/'],
	[`https://rides.example/rides/claim/${TOKEN}`, `https://rides.example/rides/ claim/${TOKEN}`],
	['https://rides.example/invite/Zx9-kL', 'https://rides.example/ invite/Zx9-kL'],
	[`https://rides.example/reset/${TOKEN}`, 'https://rides.example/'],
	['https://rides.example/claim/short', 'https://rides.example/'],
	['https://rides.example/claim', 'https://rides.example/'],
	['https://rides.example/auth/12?driverId=2', 'https://rides.example/'],
	['https://rides.example//rides/../home', 'https://rides.example/'],
	['https://rides.example/constructor/12', 'https://rides.example/constructor/12/'],
	[
		`backseat://claim/${TOKEN}?server=https%3A%2F%2Frides.example%2Frides`,
		`https://rides.example/rides/ claim/${TOKEN}`,
	],
	[`backseat://claim/${TOKEN}?server=https://rides.example`, `https://rides.example/ claim/${TOKEN}`],
])('%s leads to %s', (text, place) => {
	expect(urls(text)).toEqual([place])
})

test.each(Object.entries(PAGES))('an address of the page %s leads to the instance that it is of', (page, named) => {
	const address = page
		.slice(1)
		.replace('*', named === null ? '' : { number: '12', code: TOKEN, month: '2026-11' }[named])
	const isOpened = ['/claim/*', '/invite/*', '/trip/*'].includes(page)

	for (const base of ['https://friend.example/', 'https://friend.example/rides/', 'http://192.168.1.5:7433/a/b/'])
		for (const spelling of [address, `${address}/`, `${address}?driverId=2#top`])
			expect(candidatesIn(base + spelling)).toEqual([{ base, path: isOpened ? address : '' }])
})

test.each([
	['https://friend.example/rides/Host/People', 'https://friend.example/rides/'],
	['https://friend.example/offline.html', 'https://friend.example/'],
	['https://friend.example/host/nobody', 'https://friend.example/host/nobody/'],
	['https://friend.example/profile/mum', 'https://friend.example/profile/mum/'],
])('%s is of the instance at %s', (text, base) => {
	expect(urls(text)).toEqual([base])
})

test.each([
	`  https://rides.example/claim/${TOKEN}\n`,
	`"https://rides.example/claim/${TOKEN}"`,
	`<https://rides.example/claim/${TOKEN}>`,
	`“https://rides.example/claim/${TOKEN}”.`,
	`Claim your ghost (https://rides.example/claim/${TOKEN}), it drives like you!`,
	`[Backseat](https://rides.example/claim/${TOKEN})`,
	`\u202ahttps://rides.example/claim/${TOKEN}\u202c`,
	`https://rides.exa\u200bmple/claim/${TOKEN}`,
	`HTTPS://rides.example/claim/${TOKEN}`,
	`Open backseat://claim/${TOKEN}?server=https%3A%2F%2Frides.example%2F, please.`,
])('the link is found in what was pasted around it: %s', (text) => {
	expect(urls(text)).toEqual([`https://rides.example/ claim/${TOKEN}`])
})

test('an address without a scheme is found in a sentence too', () => {
	expect(urls('We are at friend.example, come along.')[0]).toBe('https://friend.example/')
	expect(urls('“attic-pc:7433”')[0]).toBe('http://attic-pc:7433/')
	expect(urls('(friend.example/rides)')[0]).toBe('https://friend.example/rides/')
})

test.each([
	'',
	' \n ',
	'come along',
	'?!',
	'12345',
	'192.168.1',
	'192.168.1.256',
	'mum@friend.example',
	'mailto:mum@friend.example',
	'javascript:alert(1)',
	'file:///etc/passwd',
	'\\\\server\\share',
	'ftp://friend.example',
	'smb://friend.example/share',
	'https://',
	'https://me:secret@friend.example',
	'https://friend.example:99999',
	'https://friend.example/%2e%2e%2frides',
	'backseat://claim/short?server=https://rides.example',
	'backseat://home',
	`friend.example/${'a'.repeat(2000)}`,
])('there is no address in %j', (text) => {
	expect(candidatesIn(text)).toEqual([])
})

test('whatever is pasted, only web servers are asked, and only claim and invite links keep their path', () => {
	const piece = fc.constantFrom(
		'https://',
		'http://',
		'file:',
		'backseat://claim/',
		'friend.example',
		'192.168.1.5',
		':7433',
		'[::1]',
		'@',
		'?',
		'#',
		'/',
		'/claim/',
		'/invite/',
		'/rating/',
		'/home',
		TOKEN,
		'..',
		'%2f',
		' ',
		'"',
		'<',
		'constructor',
		'__proto__',
		'\\',
	)
	const pasted = fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 8 }).map((parts) => parts.join(''))
	fc.assert(
		fc.property(pasted, (text) => {
			for (const { base, path } of candidatesIn(text)) {
				expect(base).toMatch(/^https?:\/\/[^/@?#\s]+\/([A-Za-z0-9_~-][A-Za-z0-9._~-]*\/)*$/)
				expect(new URL(base).href).toBe(base)
				expect(path).toMatch(/^$|^(claim|invite)\/[A-Za-z0-9_-]{4,64}$/)
			}
		}),
		{ numRuns: 2000 },
	)
})
