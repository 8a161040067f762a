import type { PublicUser } from '#contract/accounts.ts'
import type { GhostChange, GhostWithToken, NewGhost } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { randomAvatar } from '#server/features/accounts/avatars.ts'
import { publicUser } from '#server/features/accounts/user-views.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { notAllowed, notFound, Refusal } from '#server/http/problems.ts'
import { newLinkToken, newUserId } from '#server/tokens.ts'

const UNCLAIMED_MAX = 200

export type GhostService = ReturnType<typeof ghostService>

export function ghostService({ db, queries, limits, clock, live }: Context) {
	const unclaimedGhost = (ghostId: UserId): UserRow & { ghostClaimToken: string } => {
		const ghost = queries.users.userById(ghostId)
		if (!ghost?.isGhost) throw notFound('Driver not found')
		const { ghostClaimToken } = ghost
		if (ghost.claimedById !== null || ghostClaimToken === null)
			throw new Refusal({ status: 409, code: 'already_claimed', message: 'This driver has been claimed already.' })
		return { ...ghost, ghostClaimToken }
	}

	const unclaimedGhostOf = (ghostId: UserId, me: UserId) => {
		const ghost = queries.users.userById(ghostId)
		if (ghost?.isGhost && ghost.createdById !== me) throw notAllowed()
		return unclaimedGhost(ghostId)
	}

	/** Gives a ghost a new claim link, for its creator only: the one before no longer works. */
	const reissueClaimToken = (ghostId: UserId): GhostWithToken =>
		db.write(() => {
			const ghost = unclaimedGhost(ghostId)
			const ghostClaimToken = newLinkToken()
			queries.ghosts.replaceClaimToken(ghostId, ghostClaimToken)
			return { ...publicUser(ghost), ghostClaimToken }
		})

	return {
		reissueClaimToken,

		/** For the operator; without the tokens of their links. */
		allGhosts: () => queries.ghosts.allGhosts(),

		createGhost({ username: name, email, avatarId }: NewGhost, me: UserId): GhostWithToken {
			limits.newGhosts.check(me)
			return db.write(() => {
				if (queries.ghosts.unclaimedGhostCount(me) >= UNCLAIMED_MAX)
					throw new Refusal({
						status: 429,
						code: 'too_many_ghosts',
						message: `${UNCLAIMED_MAX} of your drivers are still waiting to be claimed. That is a full bus already.`,
						retryAfterSeconds: 3600,
					})
				const ghostClaimToken = newLinkToken()
				live.tell(me, 'home')
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

		/** What is absent stays as it is. The username follows the name, so that the one before is nowhere to be read. */
		changeGhost(ghostId: UserId, { username: name, avatarId }: GhostChange, me: UserId): GhostWithToken {
			limits.smallWrites.check(me)
			return db.write(() => {
				const ghost = unclaimedGhostOf(ghostId, me)
				const { ghostClaimToken } = ghost
				const isRenamed = name !== undefined && name !== ghost.displayName
				if (!isRenamed && avatarId === undefined) return { ...publicUser(ghost), ghostClaimToken }
				for (const member of queries.ghosts.membersListing(ghostId)) live.tell(member, 'home')
				const names = isRenamed ? { displayName: name, username: ghostUsername(name) } : {}
				return { ...publicUser(queries.ghosts.changeGhost(ghostId, { ...names, avatarId })), ghostClaimToken }
			})
		},

		/** Takes the creator's own ratings along. What others have said of a driver is not the creator's to delete. */
		deleteGhost(ghostId: UserId, me: UserId) {
			limits.smallWrites.check(me)
			db.write(() => {
				const { displayName, username } = unclaimedGhostOf(ghostId, me)
				if (queries.ghosts.isRatedByOthers(ghostId, me))
					throw new Refusal({
						status: 409,
						code: 'others_rated',
						message: `Others have rated ${displayName ?? username} too.`,
					})
				queries.claims.dropRatingsBetween(me, ghostId)
				queries.users.deleteUsers([ghostId])
				live.tell(me, 'home')
			})
		},

		/** For its creator, when a link was sent to the wrong person. */
		rotateToken(ghostId: UserId, me: UserId): GhostWithToken {
			limits.smallWrites.check(me)
			if (queries.users.userById(ghostId)?.createdById !== me) throw notAllowed()
			return reissueClaimToken(ghostId)
		},

		ghostsOf(me: UserId): PublicUser[] {
			return queries.ghosts.ghostsCreatedBy(me).map(publicUser)
		},
	}
}

/** `ghost-uncle-bob-x7k2q9`: readable, and with six random characters never a name that a member wants. */
export function ghostUsername(name: string): string {
	const slug = name
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.slice(0, 24)
		.replace(/^-+|-+$/g, '')
	const letters = '23456789abcdefghjkmnpqrstuvwxyz'
	const random = [...crypto.getRandomValues(new Uint8Array(6))].map((byte) => letters[byte % letters.length]).join('')
	return `ghost-${slug || 'driver'}-${random}`
}
