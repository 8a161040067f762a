import * as v from 'valibot'
import {
	CLAIM_TOKEN,
	type Claim,
	type Claimed,
	ClaimForm,
	type ClaimLookup,
	claim,
	lookUpClaim,
} from '#contract/claims.ts'
import type { Context } from '#server/context.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { addMember, publicUser, type WayIn } from '#server/features/accounts/users.ts'
import { answer, type Feature, route } from '#server/http/calls/route.ts'
import type { Viewer } from '#server/http/client.ts'
import { invalid, notFound } from '#server/http/problems.ts'

type Parts = Pick<WayIn, 'takeAlong'>

export function claimService(context: Context, { takeAlong }: Parts) {
	const { db, queries, limits, passwords, clock, live } = context

	/** The ghost behind a link. One answer for malformed, unknown and used: nobody learns which. */
	const ghostBehind = (token: string): UserRow => {
		const ghost = CLAIM_TOKEN.test(token) ? queries.ghosts.ghostByClaimToken(token) : undefined
		if (!ghost) throw notFound('This claim link is invalid or has already been used.')
		return ghost
	}

	/** The claim itself, all or nothing: looks the link up again, so that only one of many claimers wins. */
	const claimFor = (
		token: string,
		guestKey: string | null,
		claimerFor: (ghost: UserRow) => { claimer: UserRow; claimedAt: Date },
	): Claimed =>
		db.write(() => {
			const ghost = ghostBehind(token)
			const { claimer, claimedAt } = claimerFor(ghost)
			// Also the claimer's own, who may have made or rated the ghost.
			for (const member of queries.ghosts.membersListing(ghost.id)) live.tell(member, 'home')
			queries.claims.dropRatingsBetween(claimer.id, ghost.id)
			const transferredRatings = queries.claims.moveRatingsToClaimer(ghost.id, claimer.id)
			queries.ratings.deleteReplacedPlaceholders(claimer.id)
			// Who had hidden the ghost keeps the claimer hidden.
			queries.hiddenDrivers.copyHides(ghost.id, claimer.id)
			queries.hiddenDrivers.dropHides(ghost.id)
			queries.ghosts.markClaimed(ghost.id, claimer.id, claimedAt)
			if (queries.claims.hasRatingsFrom(ghost.id)) {
				queries.users.notifyDriver(claimer.id, clock.now())
				live.tell(claimer.id, 'notice')
			}
			// Now that the claimer is the driver: what this browser said of the ghost stays what a guest said.
			const cameAlong = takeAlong(guestKey, claimer.id)
			return { user: publicUser(claimer), transferredRatings, cameAlong }
		})

	return {
		/** What a link leads to. Changes nothing: chat apps open links to preview them. */
		lookUp(token: string, address: string): ClaimLookup {
			limits.claimLookups.check(address)
			const { id, displayName, username, avatarId, isGhost } = ghostBehind(token)
			return {
				ghostDriver: { display_name: displayName, username, email: null, avatarId, isGhost },
				ratingsCount: queries.claims.ratingCountOf(id),
			}
		},

		/** Makes an account for a new member, or gives the ghost to the member who is signed in. */
		async claim(
			{ token, username, password, email }: Claim,
			{ userId: me, guestKey }: Viewer,
			address: string,
		): Promise<Claimed & { isNewAccount: boolean }> {
			limits.newAccounts.check(address)
			limits.newAccountsDaily.check(address)
			ghostBehind(token)
			const member =
				me !== null && username === undefined && password === undefined ? queries.users.userById(me) : undefined
			if (member)
				return {
					...claimFor(token, guestKey, () => ({ claimer: member, claimedAt: clock.now() })),
					isNewAccount: false,
				}
			const form = v.safeParse(ClaimForm, { username, password })
			if (!form.success) throw invalid(form.issues[0].message, v.getDotPath(form.issues[0]) ?? undefined)
			// Hashing takes a moment and must not hold the database: the link is checked again afterwards.
			const passwordHash = await passwords.hash(form.output.password)
			const claimed = claimFor(token, guestKey, ({ avatarId }) => {
				const claimer = addMember(context, { username: form.output.username, email, passwordHash, avatarId })
				// The very same moment: undo-claim.ts recognizes by it an account that a claim has made.
				return { claimer, claimedAt: claimer.createdAt }
			})
			return { ...claimed, isNewAccount: true }
		},
	}
}

export function claimFeature(context: Context, parts: Parts): Feature {
	const claims = claimService(context, parts)
	return {
		routes: [
			route(lookUpClaim, ({ params, address }) => claims.lookUp(params.token, address)),
			route(claim, async ({ body, viewer, address }) => {
				const { isNewAccount, ...claimed } = await claims.claim(body, viewer, address)
				return isNewAccount ? answer(201, claimed) : answer(200, claimed)
			}),
		],
	}
}
