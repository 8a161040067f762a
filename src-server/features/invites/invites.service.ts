import { INVITE_TOKEN, type InviteLookup, lookUpInvite } from '#contract/invites.ts'
import type { Context } from '#server/context.ts'
import { addressForPeopleHere, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { route } from '#server/http/calls/route.ts'
import { notAllowed, notFound } from '#server/http/problems.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'

/** Who may make an account: everybody, those with an invitation, or nobody but the first (claim links aside). */
function admissionService({ queries: { invites }, limits, config: { signup }, clock }: Context) {
	const attemptWith = (token: string) => ({
		tokenHash: tokenHash(token),
		isClosed: signup === 'closed',
		at: clock.now(),
	})
	const inviteOf = (token: string | undefined) =>
		token !== undefined && INVITE_TOKEN.test(token) ? invites.openInvite(attemptWith(token)) : undefined

	/** Without a valid link. A person with a set-up link meant to be the host, and is not made a plain member instead. */
	const refuseWithout = (token: string | undefined, isAdmitted: boolean) => {
		if (token !== undefined && INVITE_TOKEN.test(token) && invites.isSetupToken(tokenHash(token)))
			throw setupLinkDead(invites.hasMembers())
		if (signup !== 'open' && !isAdmitted) throw signupClosed()
	}

	return {
		/** What a link is for. One answer for malformed, unknown, used up, expired and revoked: nobody learns which. */
		lookUp(token: string, address: string): InviteLookup {
			limits.inviteLookups.check(address)
			const invite = inviteOf(token)
			if (!invite) throw notFound('This invitation is invalid, used up or expired.')
			return { isSetup: invite.isSetup }
		},

		/** Refuses early who may not sign up, before a password is hashed. */
		check(token: string | undefined, isAdmitted = false) {
			if (!inviteOf(token)) refuseWithout(token, isAdmitted)
		},

		isOpenTo: (token: string | undefined): boolean => signup === 'open' || inviteOf(token) !== undefined,

		/**
		 * Refuses or counts one sign-up. Called inside the write transaction that makes the account: when several people come at
		 * once by a link with one use left, one succeeds; if the account is not made after all, the use is not counted.
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

/** Only while nobody has an account is there another one. */
const setupLinkDead = (hasMembers: boolean) =>
	notAllowed(
		'setup_link_dead',
		hasMembers
			? 'This set-up link was for the first account here, and there is one already. The operator makes a member host with this command: backseat user host NAME on'
			: 'This set-up link is too old. The operator gets a new one by starting Backseat again, or by this command: backseat invite create --setup',
	)

const signupClosed = () =>
	notAllowed('signup_closed', 'Signing up is by invitation here. Ask whoever runs this Backseat.')

/**
 * How long the set-up link of a start works. One that was made by command works for days, which tells the two apart: a
 * column for what matters only until there is an account would have migrated everybody's data.
 */
const START_LINK_MS = 30 * 60_000

/**
 * A link with which the first member signs up and becomes host, whatever the sign-up mode; null when there is an account.
 * `lifetimeMs`: for one made by command, which outlives starts. Each call makes the links before it that were made in the
 * same way worthless. `noted` runs within the write.
 */
export function makeSetupLink(
	{ db, queries: { invites }, clock }: Context,
	{ lifetimeMs = START_LINK_MS, noted = () => {} } = {},
): { token: string; expiresAt: Date } | null {
	return db.write(() => {
		if (invites.hasMembers()) return null
		const token = newLinkToken()
		const createdAt = clock.now()
		const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
		invites.revokeSetupLinks(createdAt, { areLong: lifetimeMs > START_LINK_MS, thanMs: START_LINK_MS })
		invites.insertInvite({ tokenHash: tokenHash(token), isSetup: true, maxUses: 1, createdAt, expiresAt })
		noted()
		return { token, expiresAt }
	})
}

/** That of a start. */
export const setupToken = (context: Context): string | null => makeSetupLink(context)?.token ?? null

/** What a start prints for its operator: a link that works on phones, where phones are let in. */
export function setupFor(context: Context): { link: string; minutes: number } | null {
	const { config } = context
	const token = setupToken(context)
	const address = sharedAddress(config) ?? addressForPeopleHere(config).replace(/\/$/, '')
	return token === null ? null : { link: `${address}/invite/${token}`, minutes: START_LINK_MS / 60_000 }
}
