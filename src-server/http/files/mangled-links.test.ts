import { expect, test } from 'bun:test'
import { repairedAddress } from './mangled-links.ts'

/** Ends with a character that Markdown treats as a mark, as some tokens do. */
const TOKEN = 'Ab3_dEf-Gh1jKlMn0pQrStUvWxYz4_5-'
const CLAIM = `/claim/${TOKEN}`

const EXACT = [
	CLAIM,
	`${CLAIM}/`,
	`/Claim/${TOKEN}`,
	'/',
	'/home',
	'/home/',
	'/HOME',
	'/rating/2',
	'/auth/12',
	'/receipts/2026-11',
	'/infographic/me',
	'/trip/new',
	'/claim/short',
	'/unsubscribe/2n9c-0123456789012345678901234567890123456789',
]
test.each(EXACT)('%p is left as it is', (address) => {
	expect(repairedAddress(address)).toBeNull()
})

const MANGLED: [string, string][] = [
	...['.', ')', '%3E', ',', '!', '…', "'", '"', '*', '_', '**', ').', '%22', '%E2%80%9D', ':', ';', '](https:'].map(
		(mark): [string, string] => [CLAIM + mark, CLAIM],
	),
	[`/%3Cclaim/${TOKEN}%3E`, CLAIM],
	[`/claim/%22${TOKEN}%22`, CLAIM],
	[`/claim%2F${TOKEN}`, CLAIM],
	[`/claim%252F${TOKEN}`, CLAIM],
	[`/%63laim/${TOKEN.replace('_', '%5F')}.`, CLAIM],
	[`${CLAIM}%3Ffbclid%3DIwAR0&utm_source=x`, CLAIM],
	[`${CLAIM}&utm_source=x`, CLAIM],
	[`${CLAIM}%23:~:text=Bob`, CLAIM],
	[`/CLAIM/${TOKEN}.`, CLAIM],
	[`//claim//${TOKEN}`, CLAIM],
	[`/claim/${TOKEN.slice(0, 9)}%0A${TOKEN.slice(9)}`, CLAIM],
	[`/claim/${TOKEN.slice(0, 9)}%0D%0A%20${TOKEN.slice(9)}`, CLAIM],
	[`/claim/${TOKEN.slice(0, 9)}%E2%80%8B${TOKEN.slice(9)}`, CLAIM],
	[`/claim/${TOKEN.slice(0, 9)}%C2%AD${TOKEN.slice(9)}%EF%BB%BF`, CLAIM],
	[`${CLAIM}andhereitis`, CLAIM],
	[`${CLAIM}%20and%20here%20it%20is`, CLAIM],
	[`${CLAIM}.Have`, CLAIM],
	[`${CLAIM}/and`, CLAIM],
	...['invite', 'reset', 'trip', 'email'].map((word): [string, string] => [`/${word}/${TOKEN}).`, `/${word}/${TOKEN}`]),
	['/unsubscribe/2n9c-0123_-.', '/unsubscribe/2n9c-0123_-'],
	['/rating/2.', '/rating/2'],
	['/rating/2)', '/rating/2'],
	['/rating//2', '/rating/2'],
	['/infographic/7…', '/infographic/7'],
	['/infographic/me!', '/infographic/me'],
	['/auth/12.', '/auth/12'],
	['/receipts/2026-11,', '/receipts/2026-11'],
	['/home.', '/home'],
	['/trip/new.', '/trip/new'],
	['/host//people.', '/host/people'],
]
test.each(MANGLED)('%p means %p', (mangled, meant) => {
	expect(repairedAddress(mangled)).toBe(meant)
	expect(repairedAddress(meant)).toBeNull()
})

test.each([
	'/nope',
	'/nope.',
	'/home.php',
	'/rating/x.php',
	'/rating/2and',
	'/rating/2/x',
	'/claim/%zz',
	'/claim/...',
	'/rating/0',
	'//evil.example/claim/x',
	'/api',
	'/constructor/x',
	`/${'x'.repeat(3000)}`,
])('%p means no page', (address) => {
	expect(repairedAddress(address)).toBeNull()
})
