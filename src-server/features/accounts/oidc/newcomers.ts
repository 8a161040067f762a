import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import { Username } from '#contract/names.ts'
import type { CameBack, OidcSignUp, OidcStart } from '#contract/oidc.ts'
import type { CameIn } from '#contract/sign-in.ts'
import { proposedUsername } from '#contract/username-proposals.ts'
import type { Context } from '#server/context.ts'
import type { JoinCaller, Joining } from '#server/features/accounts/joining.ts'
import { pendingLogins } from '#server/features/accounts/pending-logins.ts'
import { notProven, type ProofRequest } from '#server/features/accounts/proofs.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { isTakenName, type LoginCaller, randomAvatar, startSession } from '#server/features/accounts/users.ts'
import type { Received } from '#server/http/calls/route.ts'
import type { SignedInBy } from '#server/http/identity/identity.ts'
import { invalid, notAllowed, notSignedIn, Refusal, taken } from '#server/http/problems.ts'
import { type Identity, keepIdentity, noteUse } from './keep-identity.ts'
import type { Profile } from './provider.ts'

export type LoginParams = Pick<OidcStart, 'next' | 'invite' | 'claim'>

type Browser = Pick<Received<never>['browser'], 'signIn' | 'tab' | 'beginInTab' | 'session'>
export type Caller = Pick<JoinCaller, 'address' | 'viewer'> &
	Pick<ProofRequest, 'requestOrigin'> & { browser: Browser; tabSecret: string | undefined }

type Newcomer = { identity: Identity; by: Extract<SignedInBy, 'oidc' | 'proxy'>; params: LoginParams }

export type NewcomerParts = {
	joining: Joining
	adoptGuestRatings: LoginCaller['adoptGuestRatings']
	claims: {
		check: (token: string, me: UserId | null) => void
		claimAsNewcomer: (
			claim: { token: string; username: string; avatarId: number | undefined },
			from: Pick<JoinCaller, 'address' | 'viewer'>,
			opened: (claimer: UserRow) => void,
		) => CameIn
	}
}

const FRESH_MS = 5 * 60_000

export function createNewcomers(context: Context, { joining, adoptGuestRatings, claims }: NewcomerParts) {
	const { db, queries, limits, config, clock } = context
	const newcomers = pendingLogins<Newcomer>(clock)

	const isAdmitted = (by: Newcomer['by']) => by === 'oidc' && config.oidcSignup === 'always'

	const refuseUninvited = ({ by, params: { invite, claim } }: Newcomer, me: UserId | null) => {
		if (by === 'oidc' && config.oidcSignup === 'never') throw notInvited()
		if (claim !== undefined) claims.check(claim, me)
		else if (!isAdmitted(by) && !joining.isOpenTo(invite)) throw notInvited()
	}

	/** Consumes the pending log-in; restores it if `act` throws. */
	const withNewcomer = <Done>(caller: Caller, act: (newcomer: Newcomer) => Done): Done => {
		const ticket = tabOf(caller)
		const newcomer = ticket === null ? undefined : newcomers.finish(ticket)
		if (ticket === null || !newcomer) throw unknownAttempt()
		try {
			return act(newcomer)
		} catch (error) {
			newcomers.restore(ticket, newcomer, caller.address)
			throw error
		}
	}

	return {
		comeIn({ identity, by, params }: Newcomer, { username, name }: Omit<Profile, 'groups'>, caller: Caller): CameBack {
			const { viewer, browser, address } = caller
			const next = params.next ?? null
			const known = queries.identities.identity(identity.issuer, identity.subject)
			if (known) {
				const openSession = (id: UserId) => browser.signIn(id, by)
				const user = db.write(() => {
					const member = queries.users.userById(known.userId)
					if (!member) throw notSignedIn()
					noteUse(context, identity)
					return startSession(member, { viewer, openSession, adoptGuestRatings })
				})
				return { user, next, act: 'log_in' }
			}
			refuseUninvited({ identity, by, params }, viewer.userId)
			newcomers.begin({ identity, by, params }, address, beginInTab(caller))
			const isTaken = (wanted: string) => isTakenName(context, wanted, null)
			const proposal = proposedUsername(username ?? '', isTaken) ?? proposedUsername(name ?? '', isTaken)
			return { choose: { username: proposal, display_name: name }, next }
		},

		signUp({ username, avatarId }: OidcSignUp, caller: Caller): CameIn {
			const { viewer, address, browser } = caller
			return withNewcomer(caller, ({ identity, by, params: { invite, claim } }) => {
				if (queries.identities.identity(identity.issuer, identity.subject)) throw taken('have_account_by_now')
				const openSession = (id: UserId) => browser.signIn(id, by)
				const connect = (member: UserRow) => {
					keepIdentity(context, member.id, identity)
					noteUse(context, identity)
				}
				if (claim !== undefined)
					return claims.claimAsNewcomer({ token: claim, username, avatarId }, { viewer, address }, (claimer) => {
						connect(claimer)
						openSession(claimer.id)
					})
				// Claimed names may be longer, so the route's schema allows more.
				const name = v.safeParse(Username, username)
				if (!name.success) throw Refusal.ofSchema(name.issues[0].message, 'username')
				const wanted = { invite, username, isAdmitted: isAdmitted(by) }
				joining.begin(wanted, address)
				const member = { username, email: null, passwordHash: null, avatarId: avatarId ?? randomAvatar() }
				return joining.join(member, { ...wanted, viewer, openSession }, connect)
			})
		},

		/** Needs no further proof, because the member has just logged in to the existing account. */
		link(me: UserId, caller: Caller) {
			const { address, browser } = caller
			limits.login.check(address)
			withNewcomer(caller, ({ identity }) => {
				const now = clock.now()
				const hash = browser.session()
				const session = queries.sessions.liveSessionsOf(me, now).find(({ tokenHash }) => tokenHash === hash)
				const isFresh = session && now.getTime() - session.createdAt.getTime() < FRESH_MS
				const hasShown = session?.signedInBy === 'password' || session?.signedInBy === 'passkey'
				if (!isFresh || !hasShown) throw notProven()
				db.write(() => keepIdentity(context, me, identity))
			})
		},
	}
}

export const tabOf = ({ browser, tabSecret }: Caller): string | null =>
	tabSecret === undefined ? null : browser.tab(tabSecret)

export function beginInTab({ browser, tabSecret }: Caller): string {
	if (tabSecret === undefined) throw invalid('tab_secret_missing')
	return browser.beginInTab(tabSecret)
}

export const unknownAttempt = () => notAllowed('not_begun_here')

const notInvited = () => notAllowed('not_invited')
