import { newToken } from '#server/tokens.ts'

/** The app waits nine seconds for an answer (rate-driver.ts), so a later one is read by no browser. */
const SHARED_MS = 15_000
const SHARED_MAX = 1000

type Shared = { token: string; underway: number; at: number }

/** How two requests are known to come from one browser. Its key proves it; a cookie may have been planted by an attacker. */
export type SameBrowser = { browserKey: string } | { cookie: string; address: string } | null

/**
 * The tokens of guests who rate now: each rating gets a new one. Ratings that one browser sends at once share one, in
 * memory, so that both are found by the cookie that stays, whichever answer comes last. By its key a browser shares for some
 * seconds; by the same cookie from the same address only while the first request is being answered, as more would let the
 * attacker who planted that cookie join.
 */
export function guestTokens(now = () => performance.now()) {
	const shared = new Map<string, Shared>()

	const isOver = ({ underway, at }: Shared, keptMs: number) => underway === 0 && now() - at >= keptMs

	return {
		/** `end` is called once the answer is made. */
		begin(browser: SameBrowser): { token: string; end: () => void } {
			if (browser === null) return { token: newToken(), end: () => {} }
			const [name, keptMs] =
				'browserKey' in browser
					? [`key ${browser.browserKey}`, SHARED_MS]
					: [`cookie ${browser.cookie} ${browser.address}`, 0]
			const before = shared.get(name)
			const mine = before && !isOver(before, keptMs) ? before : { token: newToken(), underway: 0, at: now() }
			mine.underway += 1
			shared.delete(name)
			shared.set(name, mine)
			if (shared.size > SHARED_MAX) for (const oldest of shared.keys()) if (shared.delete(oldest)) break
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
