import { confirm, getConfirmation } from '#contract/host/confirmation.ts'
import { getJournal } from '#contract/host/journal.ts'
import { getOverview } from '#contract/host/overview.ts'
import { route } from '#server/http/calls/route.ts'
import { addressKey } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { HostService } from './hosts.service.ts'
import type { JournalService } from './journal/journal.service.ts'
import type { OverviewService } from './overview/overview.service.ts'

/** What only hosts may ask. The parts of the page that act have routes of their own beside their services. */
export const hostRoutes = (parts: {
	hosts: HostService
	journal: JournalService
	overview: OverviewService
	identity: Identity
}) => {
	const { hosts, journal, overview, identity } = parts
	return [
		route(confirm, ({ me, body, request, client }) =>
			hosts.confirm(me, body, identity.sessionOf(request), addressKey(client)),
		),
		route(getConfirmation, ({ request }) => hosts.confirmation(identity.sessionOf(request))),
		route(getOverview, () => overview.look()),
		route(getJournal, ({ query }) => journal.page(query.before)),
	]
}
