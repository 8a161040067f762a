import { expect, test } from 'bun:test'
import { gunzipSync } from 'node:zlib'
import { pageTemplate } from './page-template.ts'

const page = `<html data-nonce="%NONCE%">%DATA%${'<p>The same in every page.</p>'.repeat(40)}<i nonce="%NONCE%"></i>`
const template = pageTemplate(page, ['NONCE', 'DATA'])
const expected = (nonce: string, data: string) => page.replaceAll('%NONCE%', nonce).replace('%DATA%', () => data)

test.each([
	['something', 'n+/=', '{"a":"ü 🚕"}'],
	['nothing', '', ''],
	['what looks like a placeholder', 'n', '%NONCE% %DATA% $& $1'],
	['more than a block holds', 'n', `<${'ä'.repeat(80_000)}>`],
])('a page with %s in it is the same as text and gzipped', (_what, nonce, data) => {
	const values = { NONCE: nonce, DATA: data }

	expect(template.text(values)).toBe(expected(nonce, data))
	expect(gunzipSync(template.gzip(values)).toString()).toBe(expected(nonce, data))
})

test('what is the same in every page is sent compressed; what differs has its length whatever it says', () => {
	const length = (data: string) => template.gzip({ NONCE: 'n', DATA: data }).length

	expect(length('')).toBeLessThan(page.length / 5)
	expect(length('token-of-jonas token-of-jonas')).toBe(length('token-of-jonas qwertyuiop1234'))
})
