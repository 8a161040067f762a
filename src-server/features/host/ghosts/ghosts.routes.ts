import {
	type HostGhost,
	listGhosts,
	makeClaimLink,
	removeGhost,
	renameGhost,
	undoClaim,
} from '#contract/host/ghosts.ts'
import type { UserId } from '#contract/ids.ts'
import { route } from '#server/http/calls/route.ts'
import type { HostGhostService, ListedGhost } from './ghosts.service.ts'

export const hostGhostsRoutes = ({ hostGhosts }: { hostGhosts: HostGhostService }) => [
	route(listGhosts, ({ query }) => {
		const { ghosts, next } = hostGhosts.page(query.search?.trim() ?? '', query.after)
		return { ghosts: ghosts.map(hostGhostView), next }
	}),
	route(renameGhost, ({ me, params, body }) => hostGhostView(hostGhosts.rename(asHost(me), params.id, body.name))),
	route(makeClaimLink, ({ me, params }) => ({ token: hostGhosts.newLink(asHost(me), params.id) })),
	route(undoClaim, ({ me, params }) => {
		// Without the token: the ghost's creator sees it.
		const { ratingsMoved, knownBy } = hostGhosts.undoClaim(asHost(me), params.id)
		return { ratingsMoved, knownBy: knownBy === 'by age' ? ('by_age' as const) : knownBy }
	}),
	route(removeGhost, ({ me, params }) => hostGhosts.remove(asHost(me), params.id)),
]

const asHost = (me: UserId) => ({ by: 'host', id: me }) as const

type Shown = { username: string; displayName: string | null }
const shownName = (member: Shown | null) => member && (member.displayName ?? member.username)

const hostGhostView = ({ id, name, avatarId, creator, claimer, ratingsWaiting }: ListedGhost): HostGhost => ({
	id,
	name,
	avatarId,
	createdBy: shownName(creator),
	claimedBy: shownName(claimer),
	ratingsWaiting,
})
