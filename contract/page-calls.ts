import { getUser, whoAmI } from './accounts.ts'
import { addressOf } from './call.ts'
import { lookUpClaim } from './claims.ts'
import { getHome } from './home.ts'
import { getInstance } from './instance.ts'
import { lookUpInvite } from './invites.ts'
import { OWN_CARD, type PagePath } from './pages.ts'
import { listRatingsOfDriver } from './ratings.ts'
import { getStats, NEWEST_RIDES } from './stats.ts'
import { getTrip } from './trips.ts'

const home = addressOf(getHome)
const instance = addressOf(getInstance)
const user = (id: string) => addressOf(getUser, { params: { id } })

const stats = (id: string) => addressOf(getStats, { params: { id } })

const card = (id: string) => [
	user(id),
	stats(id),
	addressOf(listRatingsOfDriver, { params: { id }, query: { limit: NEWEST_RIDES } }),
	instance,
]

type Calls = (named: string) => readonly string[]
const nothing: Calls = () => []

const CALLS: Record<PagePath, Calls> = {
	'/': () => [home],
	'/add-driver': nothing,
	'/auth': () => [instance],
	'/auth/*': nothing,
	'/claim/*': (token) => [addressOf(lookUpClaim, { params: { token } }), instance],
	// Makes no call, because mail programs open links to scan them.
	'/email/*': nothing,
	'/glovebox': nothing,
	'/oidc/callback': () => [instance],
	'/home': () => [home],
	'/host': nothing,
	'/host/backups': nothing,
	'/host/ghosts': nothing,
	'/host/invitations': nothing,
	'/host/journal': nothing,
	'/host/people': nothing,
	'/host/reports': nothing,
	// Visitors are sent to the log-in; the path does not contain a member's id.
	[OWN_CARD]: () => [instance],
	'/infographic/*': card,
	'/invite/*': (token) => [addressOf(lookUpInvite, { params: { token } })],
	'/poster/*': (id) => [user(id), instance],
	'/profile/*': (id) => [user(id), instance, stats(id)],
	'/rating/*': (id) => [user(id), instance],
	'/receipts/*': nothing,
	'/reset/*': nothing,
	'/settings': () => [instance],
	'/share-ghost/*': (id) => [user(id), instance],
	'/trip/new': nothing,
	'/trip/*': (token) => [addressOf(getTrip, { params: { token } }), instance],
	'/unsubscribe/*': nothing,
	'/verdicts': nothing,
	'/wrapped': nothing,
}

export function callsOfPage(page: PagePath, named: string, memberId: number | null): readonly string[] {
	// Includes `instance`, which reports whether a host account exists.
	if (memberId === null) return page === '/' || page === '/home' ? [home, instance] : CALLS[page](named)
	return [addressOf(whoAmI), ...(page === OWN_CARD ? card(String(memberId)) : CALLS[page](named))]
}
