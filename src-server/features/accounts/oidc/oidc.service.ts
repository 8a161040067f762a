import type { UserId } from '#contract/ids.ts'
import {
	type CameBack,
	type OidcStart,
	type OidcStarted,
	oidcFinish,
	oidcLink,
	oidcSignUp,
	oidcStart,
	PROXY_ISSUER,
	type ProxyLogIn,
	proxyLogIn,
	unlinkIdentity,
} from '#contract/oidc.ts'
import type { Proof } from '#contract/proofs.ts'
import type { Context } from '#server/context.ts'
import { refuseToLockOut } from '#server/features/accounts/credentials.ts'
import { pendingLogins } from '#server/features/accounts/pending-logins.ts'
import { notProven, type ProofRequest, type Prove, proofRequestOf } from '#server/features/accounts/proofs.ts'
import { ownUser } from '#server/features/accounts/users.ts'
import { isAtPublicUrl, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import { type Feature, type Received, route } from '#server/http/calls/route.ts'
import { notAllowed, notFound, notSignedIn, Refusal, refusal } from '#server/http/problems.ts'
import type { Confirmations } from './confirmations.ts'
import { type Identity, keepIdentity, noteUse } from './keep-identity.ts'
import {
	beginInTab,
	type Caller,
	createNewcomers,
	type LoginParams,
	type NewcomerParts,
	tabOf,
	unknownAttempt,
} from './newcomers.ts'
import { createProvider, type LoginAttempt } from './provider.ts'

type PendingLogin = {
	act: 'log_in' | 'link' | 'confirm'
	attempt: LoginAttempt
	params: LoginParams
	session: string | null
	me: UserId | null
}

type Parts = NewcomerParts & { confirmations: Confirmations; prove: Prove }

function oidcService(context: Context, { confirmations, prove, ...parts }: Parts) {
	const { db, queries, limits, config, clock } = context
	const provider = createProvider(context)
	const newcomers = createNewcomers(context, parts)
	const pending = pendingLogins<PendingLogin>(clock)

	const memberThere = (me: UserId) => {
		const user = queries.users.userById(me)
		if (!user) throw notSignedIn()
		return user
	}

	const sameMember = ({ me, session }: PendingLogin, { viewer, browser }: Caller) => {
		if (me === null || session === null || viewer.userId !== me || browser.session() !== session) throw unknownAttempt()
		return { user: memberThere(me), session }
	}

	const finished = (what: PendingLogin, identity: Identity, caller: Caller): CameBack | null => {
		if (what.act === 'log_in') return null
		const { user, session } = sameMember(what, caller)
		if (what.act === 'link') db.write(() => keepIdentity(context, user.id, identity))
		else if (queries.identities.identity(identity.issuer, identity.subject)?.userId !== user.id) throw notProven()
		else {
			confirmations.confirm(session)
			db.write(() => noteUse(context, identity))
		}
		return { user: { ...ownUser(user), cameAlong: 0 }, next: what.params.next ?? null, act: what.act }
	}

	const comeBack = async (what: PendingLogin, query: string, caller: Caller): Promise<CameBack> => {
		const issuer = config.oidcIssuer?.href ?? ''
		const { subject, profile } = await provider.finish(query, what.attempt)
		const isKnown = queries.identities.identity(issuer, subject) !== undefined
		const mustConfirm = !isKnown || config.oidcGroup !== null
		const { username, name, groups } = mustConfirm ? await profile() : { username: null, name: null, groups: null }
		if (config.oidcGroup !== null && !groups?.includes(config.oidcGroup)) throw wrongGroup()
		const identity = { issuer, subject, name: username ?? name ?? subject }
		return (
			finished(what, identity, caller) ??
			newcomers.comeIn({ identity, by: 'oidc', params: what.params }, { username, name }, caller)
		)
	}

	return {
		async start({ link, confirm, proof, ...params }: OidcStart, caller: Caller): Promise<OidcStarted> {
			const { viewer, browser, address, requestOrigin } = caller
			const { userId: me } = viewer
			limits.passkeyOptions.check(address)
			provider.name()
			// The provider redirects to the public address, where a cookie set at another address is missing.
			if (!isAtPublicUrl(config, requestOrigin)) return { url: `${sharedAddress(config)}/auth?sso=1` }
			const act = link ? 'link' : confirm ? 'confirm' : 'log_in'
			const session = act === 'log_in' ? null : browser.session()
			if (act !== 'log_in' && me === null) throw notSignedIn()
			if (act === 'link' && me !== null) db.write(await prove(me, { proof }, { session, address, requestOrigin }))
			const tab = beginInTab(caller)
			const { url, attempt } = await provider.begin({ mustReauthenticate: act === 'confirm' })
			const what: PendingLogin = { act, attempt, params, session, me: session === null ? null : me }
			pending.begin(what, address, attemptIn(tab, attempt.state))
			return { url }
		},

		/** Each redirect query works once, but stays valid if the provider was unreachable. */
		async finish(query: string, caller: Caller): Promise<CameBack> {
			const { address } = caller
			limits.login.check(address)
			provider.name()
			const [tab, state] = [tabOf(caller), new URLSearchParams(query).get('state')]
			if (tab === null || state === null) throw unknownAttempt()
			const attempt = attemptIn(tab, state)
			const what = pending.finish(attempt)
			if (!what) throw unknownAttempt()
			try {
				return await comeBack(what, query, caller)
			} catch (error) {
				if (error instanceof Refusal && error.problem.code === 'provider_away') pending.restore(attempt, what, address)
				throw error
			}
		},

		signUp: newcomers.signUp,
		link: newcomers.link,

		/** `name` comes from the page and must match the user the proxy names now. */
		proxyLogIn({ name, ...params }: ProxyLogIn, proxyUser: string | null, caller: Caller): CameBack {
			limits.login.check(caller.address)
			if (config.proxyUserHeader === null) throw noProxy()
			if (proxyUser === null || proxyUser !== name) throw anotherAtTheDoor()
			const identity = { issuer: PROXY_ISSUER, subject: proxyUser, name: proxyUser }
			const [username = ''] = proxyUser.split('@')
			return newcomers.comeIn({ identity, by: 'proxy', params }, { username, name: null }, caller)
		},

		async unlink(me: UserId, issuer: string, proof: Proof, from: ProofRequest) {
			const refuseIfChanged = await prove(me, { proof }, from)
			db.write(() => {
				refuseIfChanged()
				if (!queries.identities.deleteIdentity(me, issuer, clock.now())) throw notFound('identity_not_found')
				refuseToLockOut(context, me)
			})
			return { success: true as const }
		},
	}
}

/** A tab may have several log-ins pending; `state` selects one. */
const attemptIn = (tab: string, state: string) => `${tab} ${state}`

const wrongGroup = () => notAllowed('wrong_group')

const noProxy = () => refusal({ status: 404, code: 'not_here', reason: 'no_proxy' })

const anotherAtTheDoor = () =>
	refusal({
		status: 403,
		code: 'refused',
		reason: 'another_at_the_door',
	})

const callerOf = ({
	viewer,
	address,
	requestOrigin,
	browser,
	headers,
}: Pick<Received<typeof oidcStart>, 'viewer' | 'address' | 'requestOrigin' | 'browser' | 'headers'>): Caller => ({
	viewer,
	address,
	requestOrigin,
	browser,
	tabSecret: headers['Tab-Secret'],
})

export function oidcFeature(context: Context, parts: Parts): Feature {
	const oidc = oidcService(context, parts)
	return {
		routes: [
			route(oidcStart, (request) => oidc.start(request.body, callerOf(request))),
			route(oidcFinish, (request) => oidc.finish(request.body.query, callerOf(request))),
			route(oidcSignUp, (request) => oidc.signUp(request.body, callerOf(request))),
			route(oidcLink, (request) => {
				oidc.link(request.me, callerOf(request))
				return { success: true as const }
			}),
			route(proxyLogIn, (request) => oidc.proxyLogIn(request.body, request.proxyUser, callerOf(request))),
			route(unlinkIdentity, (request) =>
				oidc.unlink(request.me, request.params.issuer, request.body.proof, proofRequestOf(request)),
			),
		],
	}
}
