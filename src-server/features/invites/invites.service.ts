import { INVITE_TOKEN, type InviteLookup, lookUpInvite } from '#contract/invites.ts'
import type { Context } from '#server/context.ts'
import { addressForPeopleHere, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { route } from '#server/http/calls/route.ts'
import { notAllowed, notFound, refusal } from '#server/http/problems.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

/** Sign-up policy: open, invite-only or closed. The set-up link and claims are always allowed. */
function admissionService({ queries: { invites, hosts }, limits, config: { signup }, clock }: Context) {
	const attemptWith = (token: string) => ({
		tokenHash: tokenHash(token),
		isClosed: signup === 'closed',
		at: clock.now(),
	})
	const inviteOf = (token: string | undefined) =>
		token !== undefined && INVITE_TOKEN.test(token) ? invites.openInvite(attemptWith(token)) : undefined

	/** Refuses a dead set-up link even where sign-up is open, because its holder expects to become host. */
	const refuseWithout = (token: string | undefined, isAdmitted: boolean) => {
		if (token !== undefined && INVITE_TOKEN.test(token) && invites.isSetupToken(tokenHash(token)))
			throw setupLinkDead(hosts.hasHost())
		if (signup !== 'open' && !isAdmitted) throw signupClosed()
	}

	return {
		/** Malformed, used up, expired and revoked links get the same error, so that callers learn nothing. */
		lookUp(token: string, address: string): InviteLookup {
			limits.inviteLookups.check(address)
			const invite = inviteOf(token)
			if (!invite) throw notFound('invitation_dead')
			return { isSetup: invite.isSetup }
		},

		check(token: string | undefined, isAdmitted = false) {
			if (!inviteOf(token)) refuseWithout(token, isAdmitted)
		},

		isOpenTo: (token: string | undefined): boolean => signup === 'open' || inviteOf(token) !== undefined,

		/**
		 * Call inside the write that creates the account: only one person gets the last use, and a failed sign-up consumes
		 * none.
		 */
		admit(token: string | undefined, isAdmitted = false): { isSetup: boolean } {
			const used = token === undefined ? undefined : invites.countUse(attemptWith(token))
			if (!used) refuseWithout(token, isAdmitted)
			return { isSetup: used?.isSetup === true }
		},
	}
}

export function inviteFeature(context: Context) {
	const admission = admissionService(context)
	return {
		admission,
		routes: [route(lookUpInvite, ({ params, address }) => admission.lookUp(params.token, address))],
	}
}

const setupLinkDead = (hasHost: boolean) =>
	refusal({ status: 403, code: 'setup_link_dead', reason: hasHost ? 'host_here_already' : 'setup_link_too_old' })

const signupClosed = () => notAllowed('signup_closed')

/**
 * Lifetime of the link printed at start. Links made by command last days; comparing lifetimes avoids a column and its
 * migration.
 */
const START_LINK_MS = 30 * 60_000

/**
 * Null once there is a host. Works in every sign-up mode and revokes earlier links made the same way. `lifetimeMs` is for
 * links made by command; `noted` runs inside the write.
 */
export function makeSetupLink(
	{ db, queries: { invites, hosts }, clock }: Context,
	{ lifetimeMs = START_LINK_MS, noted = () => {} } = {},
): { token: string; expiresAt: Date } | null {
	return db.write(() => {
		if (hosts.hasHost()) return null
		const token = newLinkToken()
		const createdAt = clock.now()
		const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
		invites.revokeSetupLinks(createdAt, { areLong: lifetimeMs > START_LINK_MS, thanMs: START_LINK_MS })
		invites.insertInvite({ tokenHash: tokenHash(token), isSetup: true, maxUses: 1, createdAt, expiresAt })
		noted()
		return { token, expiresAt }
	})
}

export const setupToken = (context: Context): string | null => makeSetupLink(context)?.token ?? null

export function setupFor(context: Context): { link: string; minutes: number } | null {
	const { config } = context
	const token = setupToken(context)
	const address = sharedAddress(config) ?? addressForPeopleHere(config).replace(/\/$/, '')
	return token === null ? null : { link: `${address}/invite/${token}`, minutes: START_LINK_MS / 60_000 }
}
