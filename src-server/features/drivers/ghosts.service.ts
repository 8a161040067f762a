import type { PublicUser } from '#contract/accounts.ts'
import type { GhostWithToken, NewGhost } from '#contract/drivers.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import { randomAvatar } from '#server/features/accounts/avatars.ts'
import { publicUser } from '#server/features/accounts/user-views.ts'
import { notAllowed, notFound, Refusal } from '#server/http/problems.ts'
import { newLinkToken, newUserId } from '#server/tokens.ts'

const UNCLAIMED_MAX = 200

export type GhostService = ReturnType<typeof ghostService>

export function ghostService({ db, queries, limits, clock }: Context) {
	/** Gives a ghost a new claim link, for its creator only: the one before no longer works. */
	const reissueClaimToken = (ghostId: UserId): GhostWithToken =>
		db.write(() => {
			const ghost = queries.users.userById(ghostId)
			if (!ghost?.isGhost) throw notFound('Driver not found')
			if (ghost.claimedById !== null)
				throw new Refusal({ status: 409, code: 'already_claimed', message: 'This driver has been claimed already.' })
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
