import * as v from 'valibot'
import {
	CLAIM_TOKEN,
	type Claim,
	type Claimed,
	ClaimForm,
	type ClaimLookup,
	claim,
	getReveal,
	lookUpClaim,
	markRevealSeen,
	REVEALED_ONE_BY_ONE,
	type Reveal,
} from '#contract/claims.ts'
import type { UserId } from '#contract/ids.ts'
import type { CameIn } from '#contract/sign-in.ts'
import { proposedUsername } from '#contract/username-proposals.ts'
import type { Context } from '#server/context.ts'
import { refusePasswords } from '#server/features/accounts/credentials.ts'
import { hostlessNotes } from '#server/features/accounts/last-host.ts'
import { keepPasskey } from '#server/features/accounts/passkeys/keep-passkey.ts'
import type { PasskeyChecks } from '#server/features/accounts/passkeys/passkey-checks.ts'
import { type ProofRequest, proofRequestOf } from '#server/features/accounts/proofs.ts'
import { deviceName } from '#server/features/accounts/sessions/browser-names.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { addMember, isTakenName, type LoginCaller, ownUser, publicUser } from '#server/features/accounts/users.ts'
import { driverRating } from '#server/features/ratings/rating-views.ts'
import { answer, route } from '#server/http/calls/route.ts'
import type { Client, Viewer } from '#server/http/client.ts'
import { notFound, Refusal, refusal } from '#server/http/problems.ts'
import { tokenHash } from '#server/tokens.ts'

type Parts = Pick<LoginCaller, 'adoptGuestRatings'> & {
	passkeyChecks: PasskeyChecks
	notifyCreator(creatorId: UserId): void
}

type Claiming = ProofRequest &
	Omit<LoginCaller, 'adoptGuestRatings'> &
	Pick<Client, 'isDesktopWindow'> & { device: string }

export function claimService(context: Context, { adoptGuestRatings, passkeyChecks, notifyCreator }: Parts) {
	const { db, queries, limits, passwords, config, log, clock, live } = context

	/** Malformed, unknown and used links get the same error; only the member who used a link learns that it was used. */
	const ghostBehind = (token: string, me: UserId | null): UserRow => {
		const ghost = CLAIM_TOKEN.test(token) ? queries.ghosts.ghostByClaimToken(token) : undefined
		if (ghost) return ghost
		if (me !== null && hasUsed(me, token)) throw refusal({ status: 409, reason: 'already_yours', driverId: me })
		throw notFound('claim_link_dead')
	}

	/** Reads only the member's own claims, so that timing reveals nothing about others'. */
	const hasUsed = (me: UserId, token: string): boolean => {
		const hash = tokenHash(token)
		return queries.ghosts.ghostsClaimedBy(me).some(({ usedClaimTokenHash }) => usedClaimTokenHash === hash)
	}

	/** Looks the link up again inside the write, so that only one of several concurrent claimers wins. */
	const claimFor = (
		token: string,
		viewer: Viewer,
		claimerFor: (ghost: UserRow) => { claimer: UserRow; claimedAt: Date },
	): Claimed =>
		db.write(() => {
			const ghost = ghostBehind(token, viewer.userId)
			const { claimer, claimedAt } = claimerFor(ghost)
			for (const member of queries.ghosts.membersListing(ghost.id)) live.notify(member, 'home')
			queries.claims.dropRatingsBetween(claimer.id, ghost.id)
			queries.trips.dropDoublesOfDriver(ghost.id, claimer.id)
			const transferredRatings = queries.claims.moveRatingsToClaimer(ghost.id, claimer.id)
			queries.ratings.deleteReplacedPlaceholders(claimer.id)
			// Members who have hidden the ghost will not see the claimer either.
			queries.hiddenDrivers.copyHides(ghost.id, claimer.id)
			queries.hiddenDrivers.dropHides(ghost.id)
			const usedClaimTokenHash = tokenHash(token)
			const isRevealDue = queries.claims.hasRatingsFrom(ghost.id)
			queries.ghosts.markClaimed(ghost.id, { claimedById: claimer.id, claimedAt, usedClaimTokenHash, isRevealDue })
			if (isRevealDue) {
				queries.users.notifyDriver(claimer.id, clock.now())
				live.notify(claimer.id, 'notice')
			}
			if (ghost.createdById !== null && ghost.createdById !== claimer.id) notifyCreator(ghost.createdById)
			// Runs after the move, so that ratings which this browser gave the ghost as a guest stay a guest's.
			const cameAlong = adoptGuestRatings(viewer.guestKey, claimer.id)
			return { user: publicUser(claimer), transferredRatings, cameAlong }
		})

	const newClaimer = (
		ghost: UserRow,
		{ avatarId, ...account }: Omit<Parameters<typeof addMember>[1], 'avatarId'> & { avatarId: number | undefined },
		opened: (claimer: UserRow) => void,
	) => {
		const claimer = addMember(context, { ...account, avatarId: avatarId ?? ghost.avatarId })
		opened(claimer)
		// Both times must be equal, because undo-claim.ts recognizes accounts created by a claim by that.
		return { claimer, claimedAt: claimer.createdAt }
	}

	const tellOperator = ({ user }: Claimed, ghost: UserRow, { isNewAccount = false } = {}) => {
		log.person(`${user.username} claimed ${ghost.displayName ?? ghost.username}`)
		if (isNewAccount) for (const note of hostlessNotes(context, user.username)) log.person(note)
	}

	const claimedGhost = (id: UserId | null, me: UserId): UserRow => {
		const ghost = id === null ? undefined : queries.users.userById(id)
		if (ghost?.claimedById !== me) throw nothingToReveal()
		return ghost
	}

	return {
		/** Read-only, because chat apps open links to preview them. */
		lookUp(token: string, me: UserId | null, address: string): ClaimLookup {
			limits.claimLookups.check(address)
			const { id, displayName, username, avatarId, isGhost } = ghostBehind(token, me)
			return {
				ghostDriver: { display_name: displayName, username, email: null, avatarId, isGhost },
				ratingsCount: queries.claims.ratingCountOf(id),
				// This reveals whether one name is taken, but so would submitting the claim.
				proposedUsername: proposedUsername(displayName ?? '', (name) => isTakenName(context, name, null)),
			}
		},

		check: (token: string, me: UserId | null) => void ghostBehind(token, me),

		async claim(
			{ token, username, password, passkey, email, avatarId }: Claim,
			{ viewer, openSession, device, isDesktopWindow, ...from }: Claiming,
		): Promise<Claimed & { isNewAccount: boolean }> {
			limits.newAccounts.check(from.address)
			limits.newAccountsDaily.check(from.address)
			const { userId: me } = viewer
			const ghost = ghostBehind(token, me)
			const member =
				me !== null && username === undefined && password === undefined && !passkey
					? queries.users.userById(me)
					: undefined
			if (member) {
				const claimed = claimFor(token, viewer, () => ({ claimer: member, claimedAt: clock.now() }))
				tellOperator(claimed, ghost)
				return { ...claimed, isNewAccount: false }
			}
			const form = v.safeParse(passkey ? v.omit(ClaimForm, ['password']) : ClaimForm, { username, password })
			if (!form.success) throw Refusal.ofSchema(form.issues[0].message, v.getDotPath(form.issues[0]) ?? undefined)
			if (!passkey) refusePasswords(config, { isDesktopWindow })
			const { username: name } = form.output
			// Checking and hashing are slow, so they run outside the write, which looks the link up again.
			const made = passkey ? await passkeyChecks.made(passkey, 'claim', from) : undefined
			const passwordHash = made || password === undefined ? null : await passwords.hash(password)
			const claimed = claimFor(token, viewer, (ghost) => {
				const account = { username: name, email, passwordHash, avatarId, ...(made && { id: made.userId }) }
				return newClaimer(ghost, account, (claimer) => {
					if (!made) return
					keepPasskey(context, made, device)
					openSession(claimer.id)
				})
			})
			tellOperator(claimed, ghost, { isNewAccount: true })
			return { ...claimed, isNewAccount: true }
		},

		claimAsNewcomer(
			{ token, username, avatarId }: { token: string; username: string; avatarId: number | undefined },
			{ viewer, address }: { viewer: Viewer; address: string },
			opened: (claimer: UserRow) => void,
		): CameIn {
			limits.newAccounts.check(address)
			limits.newAccountsDaily.check(address)
			const ghost = ghostBehind(token, viewer.userId)
			const account = { username, email: null, passwordHash: null, avatarId }
			const claimed = claimFor(token, viewer, (ghost) => newClaimer(ghost, account, opened))
			tellOperator(claimed, ghost, { isNewAccount: true })
			const { user, cameAlong } = claimed
			const claimer = queries.users.userById(user.id)
			if (!claimer) throw notFound('user_not_found')
			return { ...ownUser(claimer), cameAlong }
		},

		reveal(id: UserId | null, me: UserId): Reveal {
			const ghost = claimedGhost(id, me)
			if (!ghost.isRevealDue) throw nothingToReveal()
			return {
				ratings: queries.claims.ratingsFrom(ghost.id, REVEALED_ONE_BY_ONE).map(driverRating),
				total: queries.claims.ratingCountFrom(ghost.id),
			}
		},

		/** Idempotent, because two browsers may show the reveal. */
		markRevealSeen(id: UserId, me: UserId) {
			const ghost = claimedGhost(id, me)
			if (ghost.isRevealDue) db.write(() => queries.ghosts.markRevealed(ghost.id))
		},
	}
}

const nothingToReveal = () => notFound('nothing_to_reveal')

export function claimFeature(context: Context, parts: Parts) {
	const claims = claimService(context, parts)
	return {
		check: claims.check,
		claimAsNewcomer: claims.claimAsNewcomer,
		routes: [
			route(lookUpClaim, ({ params, viewer, address }) => claims.lookUp(params.token, viewer.userId, address)),
			route(claim, async (request) => {
				const { body, viewer, browser, isDesktopWindow } = request
				const openSession = (id: UserId) => browser.signIn(id, 'passkey')
				const device = deviceName(context, browser)
				const from = { ...proofRequestOf(request), viewer, openSession, device, isDesktopWindow }
				const { isNewAccount, ...claimed } = await claims.claim(body, from)
				return isNewAccount ? answer(201, claimed) : answer(200, claimed)
			}),
			route(getReveal, ({ params, me }) => claims.reveal(params.id, me)),
			route(markRevealSeen, ({ params, me }) => void claims.markRevealSeen(params.id, me), {
				limit: context.limits.smallWrites,
			}),
		],
	}
}
