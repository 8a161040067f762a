import {
	addGhost,
	changeGhost,
	deleteGhost,
	type GhostChange,
	type GhostWithToken,
	listOwnGhosts,
	type NewGhost,
	replaceClaimLink,
} from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import type { PublicUser } from '#contract/public-user.ts'
import type { Context } from '#server/context.ts'
import { publicUser, randomAvatar } from '#server/features/accounts/users.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { conflict, notAllowed, refusal } from '#server/http/problems.ts'
import { newLinkToken, newUserId } from '#server/tokens.ts'
import { changeWaitingGhost, ghostUsername, replaceClaimToken, waitingGhost } from './unclaimed-ghosts.ts'

const UNCLAIMED_MAX = 200

export function ghostService(context: Context) {
	const { db, queries, clock, live } = context

	const waitingGhostOf = (ghostId: UserId, me: UserId) => {
		const ghost = queries.users.userById(ghostId)
		if (ghost?.isGhost && ghost.createdById !== me) throw notAllowed()
		return waitingGhost(context, ghostId)
	}

	return {
		createGhost({ username: name, email, avatarId }: NewGhost, me: UserId): GhostWithToken {
			return db.write(() => {
				if (queries.ghosts.unclaimedGhostCount(me) >= UNCLAIMED_MAX)
					throw refusal({
						status: 429,
						reason: 'too_many_ghosts',
						params: { max: UNCLAIMED_MAX },
						retryAfterSeconds: 3600,
					})
				const ghostClaimToken = newLinkToken()
				live.notify(me, 'home')
				const ghost = queries.users.insertUser({
					id: newUserId(),
					username: ghostUsername(name),
					displayName: name,
					email,
					avatarId: avatarId ?? randomAvatar(),
					isGhost: true,
					ghostClaimToken,
					createdById: me,
					createdAt: clock.now(),
				})
				return { ...publicUser(ghost), ghostClaimToken }
			})
		},

		changeGhost(ghostId: UserId, { username: name, avatarId }: GhostChange, me: UserId): GhostWithToken {
			return db.write(() => {
				const ghost = waitingGhostOf(ghostId, me)
				const { ghostClaimToken } = ghost
				return { ...publicUser(changeWaitingGhost(context, ghost, { name, avatarId })), ghostClaimToken }
			})
		},

		/** Refuses if others rated the ghost, because their ratings are not the creator's to delete. */
		deleteGhost(ghostId: UserId, me: UserId): undefined {
			db.write(() => {
				const { displayName, username } = waitingGhostOf(ghostId, me)
				if (queries.ghosts.isRatedByOthers(ghostId, me))
					throw conflict({ reason: 'others_rated', params: { name: displayName ?? username } })
				for (const member of queries.ghosts.membersListing(ghostId)) live.notify(member, 'home')
				queries.leaving.dropRatingsOf([ghostId])
				queries.users.deleteUsers([ghostId])
			})
		},

		rotateToken(ghostId: UserId, me: UserId): GhostWithToken {
			if (queries.users.userById(ghostId)?.createdById !== me) throw notAllowed()
			return db.write(() => {
				const ghost = waitingGhost(context, ghostId)
				return { ...publicUser(ghost), ghostClaimToken: replaceClaimToken(context, ghost) }
			})
		},

		ghostsOf(me: UserId): PublicUser[] {
			return queries.ghosts.ghostsCreatedBy(me).map(publicUser)
		},
	}
}

export function ghostFeature(context: Context): Feature {
	const ghosts = ghostService(context)
	const { newGhosts, smallWrites } = context.limits
	return {
		routes: [
			route(listOwnGhosts, ({ me }) => ghosts.ghostsOf(me)),
			route(addGhost, ({ body, me }) => ghosts.createGhost(body, me), { limit: newGhosts }),
			route(changeGhost, ({ params, body, me }) => ghosts.changeGhost(params.id, body, me), { limit: smallWrites }),
			route(deleteGhost, ({ params, me }) => ghosts.deleteGhost(params.id, me), { limit: smallWrites }),
			route(replaceClaimLink, ({ params, me }) => ghosts.rotateToken(params.id, me), { limit: smallWrites }),
		],
	}
}
