import { expect, test } from 'bun:test'
import { guestTokens, type SameBrowser } from './guest-tokens.ts'

function tokens() {
	const time = { now: 0 }
	const { begin } = guestTokens(() => time.now)
	const whole = (browser: SameBrowser) => {
		const { token, end } = begin(browser)
		end()
		return token
	}
	return { time, begin, whole }
}

const byKey = { browserKey: 'k'.repeat(32) }
const byCookie = { cookie: 'c'.repeat(43), address: '203.0.113.7' }

test('a browser that shows nothing gets a new token each time', () => {
	const { whole } = tokens()
	expect(whole(null)).not.toBe(whole(null))
})

test('a browser’s key shares a token until it has been quiet for 15 seconds', () => {
	const { time, whole } = tokens()
	const first = whole(byKey)
	time.now += 14_999
	expect(whole(byKey)).toBe(first)
	time.now += 14_999
	expect(whole(byKey)).toBe(first)
	time.now += 15_000
	expect(whole(byKey)).not.toBe(first)
})

test('a cookie shares a token only while the first request is being answered, and only at its address', () => {
	const { begin, whole } = tokens()
	const { token, end } = begin(byCookie)
	expect(whole(byCookie)).toBe(token)
	expect(whole({ ...byCookie, address: '198.51.100.9' })).not.toBe(token)
	end()
	expect(whole(byCookie)).not.toBe(token)
})

test('a request that takes long does not lose the token that another one shares with it', () => {
	const { time, begin, whole } = tokens()
	const { token, end } = begin(byKey)
	time.now += 60_000
	expect(whole(byKey)).toBe(token)
	end()
})

test('however many keys come, a thousand tokens are remembered at most', () => {
	const { whole } = tokens()
	const first = whole(byKey)
	for (let i = 0; i < 1000; i++) whole({ browserKey: `${i}`.padStart(32, '0') })
	expect(whole(byKey)).not.toBe(first)
})
