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
import type { Unclaimed } from '#server/features/claims/undo-claim.ts'
import { changeWaitingGhost, replaceClaimToken, waitingGhost } from '#server/features/drivers/unclaimed-ghosts.ts'
import { type Actor, asHost, noteInJournal } from '#server/features/journal/journal.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound } from '#server/http/problems.ts'
import { PAGE_AND_ONE, pageOf } from '#server/list-page.ts'
import { type LongWrites, longWritesHere } from '#server/long-writes/long-writes.ts'
import type { GhostCursor, ListedGhost } from './ghosts.queries.ts'

export type { ListedGhost }

/**
 * Moving or deleting this many ratings takes a few milliseconds; larger numbers run on a worker thread
 * (long-writes.ts).
 */
const RATINGS_HERE_MAX = 250

/** Only `newLink` and `undoClaim` return a claim token. */
export function hostGhostService(context: Context, longWrites: LongWrites = longWritesHere(context)) {
	const { db, queries } = context

	const isLarge = (id: UserId): boolean => {
		const driver = queries.users.driverOrClaimer(id)
		return driver !== undefined && (queries.stats.statsOf(driver.id)?.totalRides ?? 0) > RATINGS_HERE_MAX
	}

	const listedGhost = (id: UserId): ListedGhost => {
		const ghost = queries.hostGhosts.listedGhost(id)
		if (!ghost) throw notFound('driver_not_found')
		return ghost
	}

	return {
		/** An unparsable `after` counts as absent. */
		page(search: string, after: string | undefined): { ghosts: ListedGhost[]; next: string | null } {
			const { rows, last } = pageOf(queries.hostGhosts.ghostsByName(search, cursorFromText(after), PAGE_AND_ONE))
			return { ghosts: rows, next: last && cursorAsText(last) }
		},

		all: (): ListedGhost[] => queries.hostGhosts.ghostsByName('', null, -1),

		listed: (id: UserId): ListedGhost | undefined => queries.hostGhosts.listedGhost(id),

		rename(actor: Actor, id: UserId, name: string): ListedGhost {
			return db.write(() => {
				const ghost = waitingGhost(context, id)
				if (ghost.displayName !== name)
					noteInJournal(context, actor, { act: 'ghost_renamed', subject: ghost, newName: name })
				changeWaitingGhost(context, ghost, { name })
				return listedGhost(id)
			})
		},

		/** Returns a token for `/claim/{token}`. Only the ghost's creator can look it up later. */
		newLink(actor: Actor, id: UserId): string {
			return db.write(() => {
				const ghost = waitingGhost(context, id)
				noteInJournal(context, actor, { act: 'ghost_link_made', subject: ghost })
				return replaceClaimToken(context, ghost)
			})
		},

		undoClaim: (actor: Actor, id: UserId): Promise<Unclaimed> =>
			isLarge(id)
				? longWrites.alone(() => longWrites.run('undoClaim', actor, id))
				: longWritesHere(context).run('undoClaim', actor, id),

		remove: (actor: Actor, id: UserId): Promise<{ ratingsDeleted: number }> =>
			isLarge(id)
				? longWrites.alone(() => longWrites.run('removeGhost', actor, id))
				: longWritesHere(context).run('removeGhost', actor, id),
	}
}

const cursorAsText = ({ isClaimed, id, sortName }: ListedGhost) => `${isClaimed}.${id}.${sortName ?? ''}`

function cursorFromText(text: string | undefined): GhostCursor | null {
	const [, isClaimed = '', id = '', name = ''] = /^([01])\.([1-9]\d{0,15})\.(.*)$/s.exec(text ?? '') ?? []
	return id === '' ? null : { isClaimed: Number(isClaimed), id: Number(id), name }
}

export function hostGhostFeature(context: Context, longWrites: LongWrites): Feature {
	const ghosts = hostGhostService(context, longWrites)
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
				async ({ me, params }) => {
					const { ratingsMoved, knownBy } = await ghosts.undoClaim(asHost(me), params.id)
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
