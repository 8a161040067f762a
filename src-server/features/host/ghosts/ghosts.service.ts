import {
	type HostGhost,
	listGhosts,
	makeClaimLink,
	removeGhost,
	renameGhost,
	undoClaim,
} from '#contract/host/ghosts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { type Unclaimed, unclaim } from '#server/features/claims/undo-claim.ts'
import { changeWaitingGhost, replaceClaimToken, waitingGhost } from '#server/features/drivers/unclaimed-ghosts.ts'
import { type Actor, asHost, noteInJournal } from '#server/features/host/journal/journal.ts'
import { PAGE_AND_ONE, pageOf } from '#server/features/host/list-page.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound } from '#server/http/problems.ts'
import type { GhostPlace, ListedGhost } from './ghosts.queries.ts'

export type { ListedGhost }

/** Ghosts, for hosts and for the operator's commands. Only what was just made answers with the token of a link. */
export function hostGhostService(context: Context) {
	const { db, queries, live } = context

	const listedGhost = (id: UserId): ListedGhost => {
		const ghost = queries.hostGhosts.listedGhost(id)
		if (!ghost) throw notFound('Driver not found')
		return ghost
	}

	return {
		/** Waiting ones first, by name. `after`: the `next` of the page before; nonsense counts as absent. */
		page(search: string, after: string | undefined): { ghosts: ListedGhost[]; next: string | null } {
			const { rows, last } = pageOf(queries.hostGhosts.ghostsByName(search, placeFromText(after), PAGE_AND_ONE))
			return { ghosts: rows, next: last && placeAsText(last) }
		},

		/** Every one there is, in the same order. */
		all: (): ListedGhost[] => queries.hostGhosts.ghostsByName('', null, -1),

		/** One of them; undefined for members, and when there is none. */
		listed: (id: UserId): ListedGhost | undefined => queries.hostGhosts.listedGhost(id),

		/** While it waits: a claimed one goes by the name of its claimer. */
		rename(actor: Actor, id: UserId, name: string): ListedGhost {
			return db.write(() => {
				const ghost = waitingGhost(context, id)
				if (ghost.displayName !== name)
					noteInJournal(context, actor, { act: 'ghost_renamed', subject: ghost, newName: name })
				changeWaitingGhost(context, ghost, { name })
				return listedGhost(id)
			})
		},

		/** A token for `/claim/{token}`; from then on nobody is shown it but the ghost's creator. */
		newLink(actor: Actor, id: UserId): string {
			return db.write(() => {
				const ghost = waitingGhost(context, id)
				noteInJournal(context, actor, { act: 'ghost_link_made', subject: ghost })
				return replaceClaimToken(context, ghost)
			})
		},

		/** The ghost waits again, with its ratings and a new link, for its creator. */
		undoClaim(actor: Actor, id: UserId): Unclaimed {
			return db.write(() => {
				const ghost = queries.users.userById(id)
				const claimer = ghost?.claimedById ? queries.users.userById(ghost.claimedById) : undefined
				if (ghost && claimer) noteInJournal(context, actor, { act: 'claim_undone', subject: ghost, other: claimer })
				return unclaim(context, id)
			})
		},

		/** With all ratings of it, of all raters. The ratings of a claimed one are its claimer's. */
		remove(actor: Actor, id: UserId): { ratingsDeleted: number } {
			return db.write(() => {
				const ghost = waitingGhost(context, id)
				noteInJournal(context, actor, { act: 'ghost_deleted', subject: ghost })
				for (const member of queries.ghosts.membersListing(id)) live.tell(member, 'home')
				const ratingsDeleted = queries.leaving.dropRatingsOf([id])
				queries.users.deleteUsers([id])
				return { ratingsDeleted }
			})
		},
	}
}

const placeAsText = ({ isClaimed, id, sortName }: ListedGhost) => `${isClaimed}.${id}.${sortName ?? ''}`

function placeFromText(text: string | undefined): GhostPlace | null {
	const [, isClaimed = '', id = '', name = ''] = /^([01])\.([1-9]\d{0,15})\.(.*)$/s.exec(text ?? '') ?? []
	return id === '' ? null : { isClaimed: Number(isClaimed), id: Number(id), name }
}

export function hostGhostFeature(context: Context): Feature {
	const ghosts = hostGhostService(context)
	const limited = { limit: context.limits.smallWrites }
	return {
		routes: [
			route(listGhosts, ({ query }) => {
				const page = ghosts.page(query.search?.trim() ?? '', query.after)
				return { ...page, ghosts: page.ghosts.map(hostGhostView) }
			}),
			route(
				renameGhost,
				({ me, params, body }) => hostGhostView(ghosts.rename(asHost(me), params.id, body.name)),
				limited,
			),
			route(makeClaimLink, ({ me, params }) => ({ token: ghosts.newLink(asHost(me), params.id) }), limited),
			route(
				undoClaim,
				({ me, params }) => {
					// Without the token: the ghost's creator sees it.
					const { ratingsMoved, knownBy } = ghosts.undoClaim(asHost(me), params.id)
					return { ratingsMoved, knownBy: knownBy === 'by age' ? ('by_age' as const) : knownBy }
				},
				limited,
			),
			route(removeGhost, ({ me, params }) => ghosts.remove(asHost(me), params.id), limited),
		],
	}
}

type Shown = { username: string; displayName: string | null }
const shownName = (member: Shown | null) => member && (member.displayName ?? member.username)

const hostGhostView = ({ id, name, avatarId, creator, claimer, ratingsWaiting }: ListedGhost): HostGhost => ({
	id,
	name,
	avatarId,
	createdBy: shownName(creator),
	claimedBy: claimer?.username ?? null,
	ratingsWaiting,
})
