import { and, asc, count, desc, eq, exists, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import type { UserId } from '#contract/ids.ts'
import { GUEST_ID } from '#contract/known-ids.ts'
import type { Database } from '#db/database.ts'
import { withFoldedName } from '#db/folded-name.ts'
import { lazyStatement } from '#db/lazy-statement.ts'
import { RATING_STATE } from '#db/rating-state.ts'
import { ratings, users } from '#db/schema.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'

export function ghostQueries({ orm }: Database) {
	// A literal 1, because SQLite cannot match a bound parameter to the partial index.
	const isGhost = sql`${users.isGhost} = 1`
	const byToken = lazyStatement(() =>
		orm
			.select()
			.from(users)
			.where(and(eq(users.ghostClaimToken, sql.placeholder('token')), isNull(users.claimedById))),
	)
	const createdBy = lazyStatement(() =>
		orm
			.select()
			.from(users)
			.where(and(eq(users.createdById, sql.placeholder('userId')), isGhost))
			.orderBy(desc(users.createdAt), desc(users.id)),
	)

	const ratedByOthers = lazyStatement(() =>
		orm
			.select({ id: ratings.id })
			.from(ratings)
			.where(
				and(
					eq(ratings.driverId, sql.placeholder('ghostId')),
					sql`${ratings.state} = 0`,
					ne(ratings.raterId, sql.placeholder('creatorId')),
				),
			)
			.limit(1),
	)

	const ratersOf = lazyStatement(() =>
		orm
			.selectDistinct({ id: ratings.raterId })
			.from(ratings)
			.where(and(eq(ratings.driverId, sql.placeholder('ghostId')), ne(ratings.raterId, GUEST_ID))),
	)
	const creatorOf = lazyStatement(() =>
		orm
			.select({ id: users.createdById })
			.from(users)
			.where(eq(users.id, sql.placeholder('ghostId'))),
	)

	const toReveal = lazyStatement(() =>
		orm
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.claimedById, sql.placeholder('claimerId')), eq(users.isRevealDue, true)))
			.orderBy(desc(users.claimedAt))
			.limit(1),
	)

	return {
		ghostByClaimToken: (token: string): UserRow | undefined => byToken.get({ token }),
		ghostsCreatedBy: (userId: UserId): UserRow[] => createdBy.all({ userId }),
		ghostsClaimedBy: (claimerId: UserId): UserRow[] =>
			orm.select().from(users).where(eq(users.claimedById, claimerId)).orderBy(asc(users.claimedAt)).all(),
		unclaimedGhostCount: (userId: UserId): number =>
			orm
				.select({ count: count() })
				.from(users)
				.where(and(eq(users.createdById, userId), isGhost, isNotNull(users.ghostClaimToken), isNull(users.claimedById)))
				.get()?.count ?? 0,
		isRatedByOthers: (ghostId: UserId, creatorId: UserId): boolean =>
			ratedByOthers.get({ ghostId, creatorId }) !== undefined,
		membersListing: (ghostId: UserId): Set<UserId> => {
			const creatorId = creatorOf.get({ ghostId })?.id
			const raters = ratersOf.all({ ghostId }).map(({ id }) => id)
			return new Set(creatorId ? [...raters, creatorId] : raters)
		},
		idsOfGhostsOnlyTheyRated: (userId: UserId): UserId[] => {
			const isRatedByOthers = exists(
				orm
					.select({ one: sql`1` })
					.from(ratings)
					.where(
						and(eq(ratings.driverId, users.id), eq(ratings.state, RATING_STATE.verdict), ne(ratings.raterId, userId)),
					),
			)
			return orm
				.select({ id: users.id })
				.from(users)
				.where(and(eq(users.createdById, userId), isGhost, isNull(users.claimedById), not(isRatedByOthers)))
				.all()
				.map(({ id }) => id)
		},

		changeGhost: (ghostId: UserId, change: Partial<Pick<UserRow, 'username' | 'displayName' | 'avatarId'>>): UserRow =>
			orm.update(users).set(withFoldedName(change)).where(eq(users.id, ghostId)).returning().get(),
		/** Only the creator sees the new token, because the holder of the old one may have rated. */
		replaceClaimToken: (ghostId: UserId, ghostClaimToken: string) =>
			orm.update(users).set({ ghostClaimToken, isTokenForCreatorOnly: true }).where(eq(users.id, ghostId)).run(),
		/** `usedClaimTokenHash` lets the used link lead its claimer to their profile. */
		markClaimed: (
			ghostId: UserId,
			claim: Pick<UserRow, 'claimedById' | 'claimedAt' | 'usedClaimTokenHash' | 'isRevealDue'>,
		) =>
			orm
				.update(users)
				.set({ ...claim, ghostClaimToken: null })
				.where(eq(users.id, ghostId))
				.run(),
		markUnclaimed: (ghostId: UserId, ghostClaimToken: string) =>
			orm
				.update(users)
				.set({
					claimedById: null,
					claimedAt: null,
					usedClaimTokenHash: null,
					isRevealDue: false,
					ghostClaimToken,
					isTokenForCreatorOnly: true,
				})
				.where(eq(users.id, ghostId))
				.run(),
		ghostToReveal: (claimerId: UserId): UserId | undefined => toReveal.get({ claimerId })?.id,
		markRevealed: (ghostId: UserId) => orm.update(users).set({ isRevealDue: false }).where(eq(users.id, ghostId)).run(),
		forgetCreator: (userId: UserId) =>
			orm
				.update(users)
				.set({ createdById: null })
				.where(and(eq(users.createdById, userId), isGhost))
				.run(),
	}
}
