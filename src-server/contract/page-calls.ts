import { getUser, whoAmI } from './accounts.ts'
import { addressOf } from './call.ts'
import { lookUpClaim } from './claims.ts'
import { getHome } from './drivers.ts'
import { getInstance } from './instance.ts'
import { getAverage, getStats } from './stats.ts'

const home = addressOf(getHome)
const instance = addressOf(getInstance)
const user = (id: string) => addressOf(getUser, { params: { id } })

/** By pattern, what the browser app asks for when a page is opened there. `named` is what stands in the place of '*'. */
const CALLS: Record<string, (named: string) => readonly string[]> = {
	'/': () => [home],
	'/auth': () => [instance],
	'/claim/*': (token) => [addressOf(lookUpClaim, { params: { token } }), instance],
	'/home': () => [home],
	'/infographic/*': (id) => [user(id), addressOf(getStats, { params: { id } }), instance],
	'/profile/*': (id) => [user(id), instance, addressOf(getAverage, { params: { id } })],
	'/rating/*': (id) => [user(id), instance],
	'/settings': () => [instance],
	'/share-ghost/*': (id) => [user(id), instance],
}

/** The addresses of the calls whose answers a page is sent with, so that it need not ask first. */
export function callsOfPage(pattern: string, named: string, isSignedIn: boolean): readonly string[] {
	const calls = CALLS[pattern]?.(named) ?? []
	return isSignedIn ? [addressOf(whoAmI), ...calls] : calls
}
