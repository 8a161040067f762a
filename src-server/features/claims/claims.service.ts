import * as v from 'valibot'
import type { CameIn } from '#contract/accounts.ts'
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
import { proposedUsername } from '#contract/username-proposals.ts'
import type { Context } from '#server/context.ts'
import { refusePasswords } from '#server/features/accounts/credentials.ts'
import { keepPasskey } from '#server/features/accounts/passkeys/keep-passkey.ts'
import type { PasskeyChecks } from '#server/features/accounts/passkeys/passkey-checks.ts'
import { type Asking, askingOf } from '#server/features/accounts/proofs.ts'
import { deviceName } from '#server/features/accounts/sessions/browser-names.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { addMember, isTakenName, type LoginCaller, ownUser, publicUser } from '#server/features/accounts/users.ts'
import { driverRating } from '#server/features/ratings/rating-views.ts'
import { answer, route } from '#server/http/calls/route.ts'
import type { Client, Viewer } from '#server/http/client.ts'
import { invalid, notFound, Refusal } from '#server/http/problems.ts'
import { tokenHash } from '#server/tokens.ts'

/** `tellCreator`: within a write, that somebody else has a ghost they made. */
type Parts = Pick<LoginCaller, 'takeAlong'> & { passkeyChecks: PasskeyChecks; tellCreator(creatorId: UserId): void }

/** Who claims, and from where. */
type Claiming = Asking & Omit<LoginCaller, 'takeAlong'> & Pick<Client, 'isDesktopWindow'> & { device: string }

export function claimService(context: Context, { takeAlong, passkeyChecks, tellCreator }: Parts) {
	const { db, queries, limits, passwords, config, log, clock, live } = context

	/** The ghost behind a link. One answer for malformed, unknown and used: nobody learns which, but the member who used it. */
	const ghostBehind = (token: string, me: UserId | null): UserRow => {
		const ghost = CLAIM_TOKEN.test(token) ? queries.ghosts.ghostByClaimToken(token) : undefined
		if (ghost) return ghost
		if (me !== null && hasUsed(me, token))
			throw new Refusal({ status: 409, code: 'already_yours', message: 'These are yours already.', driverId: me })
		throw notFound('This claim link is invalid or has already been used.')
	}

	/** Reads the member's own claims alone: how long it takes says nothing about those of others. */
	const hasUsed = (me: UserId, token: string): boolean => {
		const hash = tokenHash(token)
		return queries.ghosts.ghostsClaimedBy(me).some(({ usedClaimTokenHash }) => usedClaimTokenHash === hash)
	}

	/** The claim itself, all or nothing: looks the link up again, so that only one of many claimers wins. */
	const claimFor = (
		token: string,
		viewer: Viewer,
		claimerFor: (ghost: UserRow) => { claimer: UserRow; claimedAt: Date },
	): Claimed =>
		db.write(() => {
			const ghost = ghostBehind(token, viewer.userId)
			const { claimer, claimedAt } = claimerFor(ghost)
			// Also the claimer's own, who may have made or rated the ghost.
			for (const member of queries.ghosts.membersListing(ghost.id)) live.tell(member, 'home')
			queries.claims.dropRatingsBetween(claimer.id, ghost.id)
			queries.trips.dropDoublesOfDriver(ghost.id, claimer.id)
			const transferredRatings = queries.claims.moveRatingsToClaimer(ghost.id, claimer.id)
			queries.ratings.deleteReplacedPlaceholders(claimer.id)
			// Who had hidden the ghost keeps the claimer hidden.
			queries.hiddenDrivers.copyHides(ghost.id, claimer.id)
			queries.hiddenDrivers.dropHides(ghost.id)
			const usedClaimTokenHash = tokenHash(token)
			const isRevealDue = queries.claims.hasRatingsFrom(ghost.id)
			queries.ghosts.markClaimed(ghost.id, { claimedById: claimer.id, claimedAt, usedClaimTokenHash, isRevealDue })
			if (isRevealDue) {
				queries.users.notifyDriver(claimer.id, clock.now())
				live.tell(claimer.id, 'notice')
			}
			if (ghost.createdById !== null && ghost.createdById !== claimer.id) tellCreator(ghost.createdById)
			// Now that the claimer is the driver: what this browser said of the ghost stays what a guest said.
			const cameAlong = takeAlong(viewer.guestKey, claimer.id)
			return { user: publicUser(claimer), transferredRatings, cameAlong }
		})

	/** The account that a claim makes; the ghost's face unless told. `opened`: what opens it, within the write. */
	const newClaimer = (
		ghost: UserRow,
		{ avatarId, ...account }: Omit<Parameters<typeof addMember>[1], 'avatarId'> & { avatarId: number | undefined },
		opened: (claimer: UserRow) => void,
	) => {
		const claimer = addMember(context, { ...account, avatarId: avatarId ?? ghost.avatarId })
		opened(claimer)
		// The very same moment: undo-claim.ts recognizes by it an account that a claim has made.
		return { claimer, claimedAt: claimer.createdAt }
	}

	/** The ghost that this member claimed. One answer for those of others and those that are none. */
	const claimedGhost = (id: UserId | null, me: UserId): UserRow => {
		const ghost = id === null ? undefined : queries.users.userById(id)
		if (ghost?.claimedById !== me) throw nothingToReveal()
		return ghost
	}

	return {
		/** What a link leads to. Changes nothing: chat apps open links to preview them. */
		lookUp(token: string, me: UserId | null, address: string): ClaimLookup {
			limits.claimLookups.check(address)
			const { id, displayName, username, avatarId, isGhost } = ghostBehind(token, me)
			return {
				ghostDriver: { display_name: displayName, username, email: null, avatarId, isGhost },
				ratingsCount: queries.claims.ratingCountOf(id),
				// It tells whether one name is taken that the link's holder did not choose. Sending the claim would tell it as well.
				proposedUsername: proposedUsername(displayName ?? '', (name) => isTakenName(context, name, null)),
			}
		},

		check: (token: string, me: UserId | null) => void ghostBehind(token, me),

		/** Makes an account for a new member, or gives the ghost to the member who is signed in. */
		async claim(
			{ token, username, password, passkey, email, avatarId }: Claim,
			{ viewer, openSession, device, isDesktopWindow, ...from }: Claiming,
		): Promise<Claimed & { isNewAccount: boolean }> {
			limits.newAccounts.check(from.address)
			limits.newAccountsDaily.check(from.address)
			const { userId: me } = viewer
			const ghost = ghostBehind(token, me)
			const tellOperator = ({ user }: Claimed) =>
				log.person(`${user.username} claimed ${ghost.displayName ?? ghost.username}`)
			const member =
				me !== null && username === undefined && password === undefined && !passkey
					? queries.users.userById(me)
					: undefined
			if (member) {
				const claimed = claimFor(token, viewer, () => ({ claimer: member, claimedAt: clock.now() }))
				tellOperator(claimed)
				return { ...claimed, isNewAccount: false }
			}
			const form = v.safeParse(passkey ? v.omit(ClaimForm, ['password']) : ClaimForm, { username, password })
			if (!form.success) throw invalid(form.issues[0].message, v.getDotPath(form.issues[0]) ?? undefined)
			if (!passkey) refusePasswords(config, { isDesktopWindow })
			const { username: name } = form.output
			// Checking and hashing take a moment and must not hold the database: the link is looked up again afterwards.
			const made = passkey ? await passkeyChecks.made(passkey, 'claim', from) : undefined
			const passwordHash = made || password === undefined ? null : await passwords.hash(password)
			const claimed = claimFor(token, viewer, (ghost) => {
				const account = { username: name, email, passwordHash, avatarId, ...(made && { id: made.userId }) }
				return newClaimer(ghost, account, (claimer) => {
					if (!made) return
					keepPasskey(context, made, device)
					// There is no password to log in with next.
					openSession(claimer.id)
				})
			})
			tellOperator(claimed)
			return { ...claimed, isNewAccount: true }
		},

		/** Makes an account that a provider or the proxy opens. `opened` runs within the write. */
		claimAsNewcomer(
			{ token, username, avatarId }: { token: string; username: string; avatarId: number | undefined },
			{ viewer, address }: { viewer: Viewer; address: string },
			opened: (claimer: UserRow) => void,
		): CameIn {
			limits.newAccounts.check(address)
			limits.newAccountsDaily.check(address)
			const { displayName, username: ghostName } = ghostBehind(token, viewer.userId)
			const account = { username, email: null, passwordHash: null, avatarId }
			const { user, cameAlong } = claimFor(token, viewer, (ghost) => newClaimer(ghost, account, opened))
			log.person(`${user.username} claimed ${displayName ?? ghostName}`)
			const claimer = queries.users.userById(user.id)
			if (!claimer) throw notFound('User not found')
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

		/** Also when it was seen before: two browsers may have begun. */
		markRevealSeen(id: UserId, me: UserId) {
			const ghost = claimedGhost(id, me)
			if (ghost.isRevealDue) db.write(() => queries.ghosts.markRevealed(ghost.id))
		},
	}
}

const nothingToReveal = () => notFound('There is nothing to reveal.')

export function claimFeature(context: Context, parts: Parts) {
	const claims = claimService(context, parts)
	return {
		/** Throws where a link leads nowhere. */
		check: claims.check,
		claimAsNewcomer: claims.claimAsNewcomer,
		routes: [
			route(lookUpClaim, ({ params, viewer, address }) => claims.lookUp(params.token, viewer.userId, address)),
			route(claim, async (request) => {
				const { body, viewer, browser, isDesktopWindow } = request
				const openSession = (id: UserId) => browser.signIn(id, 'passkey')
				const device = deviceName(browser.userAgent())
				const from = { ...askingOf(request), viewer, openSession, device, isDesktopWindow }
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
