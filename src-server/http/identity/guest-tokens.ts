import { BoundedMap } from '#server/bounded-map.ts'
import { newToken } from '#server/tokens.ts'

/** The app gives up on an answer after nine seconds (rate-driver.ts), so no browser reads a later one. */
const SHARED_MS = 15_000
const SHARED_MAX = 1000

type Shared = { token: string; underway: number; at: number }

/** Evidence that two requests come from one browser. The browser's key proves it; an attacker may have planted the cookie. */
export type SameBrowser = { browserKey: string } | { cookie: string; address: string } | null

/**
 * Tokens of guests who are rating now. Each rating gets a new token, but concurrent ratings from one browser share one,
 * in memory, so that the cookie that arrives last finds all of them. A browser key shares a token for some seconds. The
 * same cookie from the same address shares it only while the first request is in flight: a longer time would let an
 * attacker who planted the cookie join.
 */
export function guestTokens(now = () => performance.now()) {
	const shared = new BoundedMap<string, Shared>(SHARED_MAX)

	const isOver = ({ underway, at }: Shared, keptMs: number) => underway === 0 && now() - at >= keptMs

	return {
		begin(browser: SameBrowser): { token: string; end: () => void } {
			if (browser === null) return { token: newToken(), end: () => {} }
			const [name, keptMs] =
				'browserKey' in browser
					? [`key ${browser.browserKey}`, SHARED_MS]
					: [`cookie ${browser.cookie} ${browser.address}`, 0]
			const before = shared.get(name)
			const mine = before && !isOver(before, keptMs) ? before : { token: newToken(), underway: 0, at: now() }
			mine.underway += 1
			shared.set(name, mine)
			return {
				token: mine.token,
				end() {
					mine.underway -= 1
					mine.at = now()
					if (isOver(mine, keptMs) && shared.get(name) === mine) shared.delete(name)
				},
			}
		},
	}
}
