import { getUser, whoAmI } from './accounts.ts'
import { addressOf } from './call.ts'
import { lookUpClaim } from './claims.ts'
import { getHome } from './drivers.ts'
import { getInstance } from './instance.ts'
import { lookUpInvite } from './invites.ts'
import { getAverage, getStats } from './stats.ts'

const home = addressOf(getHome)
const instance = addressOf(getInstance)
const user = (id: string) => addressOf(getUser, { params: { id } })

const card = (id: string) => [user(id), addressOf(getStats, { params: { id } }), instance]

/** By pattern, what the browser app asks for when a page is opened there. `named` is what stands in the place of '*'. */
const CALLS: Record<string, (named: string) => readonly string[]> = {
	'/': () => [home],
	'/auth': () => [instance],
	'/claim/*': (token) => [addressOf(lookUpClaim, { params: { token } }), instance],
	'/home': () => [home],
	'/infographic/*': card,
	'/invite/*': (token) => [addressOf(lookUpInvite, { params: { token } })],
	'/poster/*': (id) => [user(id), instance],
	'/profile/*': (id) => [user(id), instance, addressOf(getAverage, { params: { id } })],
	'/rating/*': (id) => [user(id), instance],
	'/settings': () => [instance],
	'/share-ghost/*': (id) => [user(id), instance],
}

/** Leads members to their own card, everybody else to the log-in. */
const OWN_CARD = '/infographic/me'

/** The addresses of the calls whose answers a page is sent with, so that it need not ask first. */
export function callsOfPage(pattern: string, named: string, memberId: number | null): readonly string[] {
	if (memberId === null) return pattern === OWN_CARD ? [instance] : (CALLS[pattern]?.(named) ?? [])
	const calls = pattern === OWN_CARD ? card(String(memberId)) : (CALLS[pattern]?.(named) ?? [])
	return [addressOf(whoAmI), ...calls]
}
