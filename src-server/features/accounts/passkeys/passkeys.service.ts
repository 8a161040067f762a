import * as v from 'valibot'
import type { UserId } from '#contract/ids.ts'
import { Username } from '#contract/names.ts'
import {
	addPasskey,
	type LinkedIdentity,
	listWaysIn,
	newPasskeyOptions,
	PASSKEYS_MAX,
	type Passkey,
	type PasskeyAddition,
	type PasskeyLogIn,
	type PasskeySignUp,
	passkeyLogIn,
	passkeyOptions,
	passkeySignUp,
	passkeySignUpOptions,
	removePasskey,
	renamePasskey,
	type WaysIn,
} from '#contract/passkeys.ts'
import type { Proof } from '#contract/proofs.ts'
import type { CameIn } from '#contract/sign-in.ts'
import type { Context } from '#server/context.ts'
import { refuseToLockOut } from '#server/features/accounts/credentials.ts'
import type { JoinCaller, Joining } from '#server/features/accounts/joining.ts'
import type { IdentityRow } from '#server/features/accounts/oidc/identities.queries.ts'
import { issuerInWords } from '#server/features/accounts/oidc/issuers.ts'
import { notProven, type ProofRequest, type Prove, proofRequestOf } from '#server/features/accounts/proofs.ts'
import { deviceName } from '#server/features/accounts/sessions/browser-names.ts'
import { type LoginCaller, randomAvatar, refuseTakenName, startSession } from '#server/features/accounts/users.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { notFound, notSignedIn, Refusal } from '#server/http/problems.ts'
import { newUserId } from '#server/tokens.ts'
import { keepPasskey, noteUse, tooManyPasskeys } from './keep-passkey.ts'
import type { PasskeyChecks } from './passkey-checks.ts'
import type { PasskeyRow } from './passkeys.queries.ts'

/** Requires user verification and the member's own passkey. */
export const passkeyProof =
	(context: Context, checks: PasskeyChecks) =>
	async (me: UserId, answer: PasskeyLogIn['response'], from: ProofRequest): Promise<() => void> => {
		const used = await checks.used(answer, 'confirm', from)
		if (used.passkey.userId !== me) throw notProven()
		return () => noteUse(context, used)
	}

type Parts = {
	checks: PasskeyChecks
	prove: Prove
	joining: Joining
	adoptGuestRatings: LoginCaller['adoptGuestRatings']
	checkClaim: (token: string, me: UserId | null) => void
}

function passkeyService(context: Context, { checks, prove, joining, adoptGuestRatings, checkClaim }: Parts) {
	const { db, queries, limits, config, clock } = context

	const identityShown = ({ issuer, name, linkedAt, lastUsedOn }: IdentityRow): LinkedIdentity => ({
		issuer,
		name,
		provider: issuerInWords(issuer, config),
		linkedAt: linkedAt.toISOString(),
		lastUsedOn: dayOrNull(lastUsedOn),
	})

	const memberThere = (me: UserId) => {
		const user = queries.users.userById(me)
		if (!user) throw notSignedIn()
		return user
	}

	return {
		async logIn({ response }: PasskeyLogIn, from: ProofRequest, { viewer, openSession }: JoinCaller): Promise<CameIn> {
			limits.login.check(from.address)
			const used = await checks.used(response, 'log_in', from)
			return db.write(() => {
				noteUse(context, used)
				return startSession(memberThere(used.passkey.userId), { viewer, openSession, adoptGuestRatings })
			})
		},

		signUpOptions(
			wanted: { username: string; invite?: string; claim?: string },
			me: UserId | null,
			from: ProofRequest,
		) {
			limits.passkeyOptions.check(from.address)
			const { username, invite, claim } = wanted
			const newcomer = { userId: newUserId(), username }
			if (claim !== undefined) {
				// The response reveals which names are taken, so it counts as a sign-up.
				joining.count(from.address)
				checkClaim(claim, me)
				refuseTakenName(context, username, null)
				return checks.creation('claim', newcomer, from)
			}
			// Claimed names may be longer, so the route's schema allows more.
			const name = v.safeParse(Username, username)
			if (!name.success) throw Refusal.ofSchema(name.issues[0].message, 'username')
			joining.begin({ username, invite }, from.address)
			return checks.creation('sign_up', newcomer, from)
		},

		async signUp(
			{ response, username, invite, email, avatarId }: PasskeySignUp,
			device: string,
			from: ProofRequest & JoinCaller,
		) {
			const made = await checks.made(response, 'sign_up', from)
			joining.check({ username, invite })
			const member = { id: made.userId, username, email, passwordHash: null, avatarId: avatarId ?? randomAvatar() }
			return joining.join(member, { ...from, invite }, () => keepPasskey(context, made, device))
		},

		list(me: UserId): WaysIn {
			return {
				passkeys: queries.passkeys.passkeysOf(me).map(passkeyShown),
				identities: queries.identities.identitiesOf(me).map(identityShown),
				hasPassword: memberThere(me).passwordHash !== null,
			}
		},

		options(me: UserId, from: ProofRequest) {
			limits.passkeyOptions.check(from.address)
			if (queries.passkeys.passkeysOf(me).length >= PASSKEYS_MAX) throw tooManyPasskeys()
			return checks.creation('add', { userId: me, username: memberThere(me).username }, from)
		},

		async add(
			me: UserId,
			{ response, label, proof }: PasskeyAddition,
			device: string,
			from: ProofRequest,
		): Promise<Passkey> {
			const refuseIfChanged = await prove(me, { proof }, from)
			const made = await checks.made(response, 'add', from)
			return db.write(() => {
				refuseIfChanged()
				if (made.userId !== me) throw notProven()
				return passkeyShown(keepPasskey(context, made, label ?? device))
			})
		},

		rename(me: UserId, credentialId: string, label: string): Passkey {
			const renamed = db.write(() => queries.passkeys.renamePasskey(credentialId, me, label))
			if (!renamed) throw noSuchPasskey()
			return passkeyShown(renamed)
		},

		async remove(me: UserId, credentialId: string, proof: Proof, from: ProofRequest) {
			const refuseIfChanged = await prove(me, { proof }, from)
			db.write(() => {
				refuseIfChanged()
				if (!queries.passkeys.deletePasskey(credentialId, me, clock.now())) throw noSuchPasskey()
				refuseToLockOut(context, me)
			})
			return { success: true as const }
		},
	}
}

const passkeyShown = ({ credentialId, label, rpId, createdAt, lastUsedOn }: PasskeyRow): Passkey => ({
	credentialId,
	label,
	host: rpId,
	createdAt: createdAt.toISOString(),
	lastUsedOn: dayOrNull(lastUsedOn),
})

const dayOrNull = (moment: Date | null) => moment?.toISOString().slice(0, 10) ?? null

const noSuchPasskey = () => notFound('passkey_not_found')

export function passkeyFeature(context: Context, parts: Parts): Feature {
	const passkeys = passkeyService(context, parts)
	const { checks } = parts
	const { limits } = context
	return {
		routes: [
			route(passkeyOptions, (request) => {
				const { body, viewer, address } = request
				limits.passkeyOptions.check(address)
				if (body.purpose === 'log_in') return checks.request('log_in', null, proofRequestOf(request))
				if (viewer.userId === null) throw notSignedIn()
				return checks.request('confirm', viewer.userId, proofRequestOf(request))
			}),
			route(passkeyLogIn, (request) => {
				const { body, viewer, address, browser } = request
				const openSession = (id: UserId) => browser.signIn(id, 'passkey')
				return passkeys.logIn(body, proofRequestOf(request), { address, viewer, openSession })
			}),
			route(passkeySignUpOptions, (request) =>
				passkeys.signUpOptions(request.body, request.viewer.userId, proofRequestOf(request)),
			),
			route(passkeySignUp, (request) => {
				const { body, viewer, browser } = request
				const openSession = (id: UserId) => browser.signIn(id, 'passkey')
				return passkeys.signUp(body, deviceName(context, browser), {
					...proofRequestOf(request),
					viewer,
					openSession,
				})
			}),
			route(listWaysIn, ({ me }) => passkeys.list(me)),
			route(newPasskeyOptions, (request) => passkeys.options(request.me, proofRequestOf(request))),
			route(addPasskey, (request) => {
				const { me, body, browser } = request
				return passkeys.add(me, body, deviceName(context, browser), proofRequestOf(request))
			}),
			route(renamePasskey, ({ me, params, body }) => passkeys.rename(me, params.credentialId, body.label), {
				limit: limits.renames,
			}),
			route(removePasskey, (request) =>
				passkeys.remove(request.me, request.params.credentialId, request.body.proof, proofRequestOf(request)),
			),
		],
	}
}
