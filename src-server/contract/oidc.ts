import * as v from 'valibot'
import { CameIn } from './accounts.ts'
import { call } from './call.ts'
import { NAME_TAKEN, NOT_AN_ID } from './call-docs.ts'
import { IdText, RatingId } from './ids.ts'
import { AvatarId, ClaimUsername } from './names.ts'
import { Success } from './problems.ts'
import { Proof } from './proofs.ts'

/** One member is connected to so many accounts elsewhere at most. */
export const IDENTITIES_MAX = 3
/** The issuer of what a proxy says; no provider is called that. */
export const PROXY_ISSUER = 'proxy'
/** Where a provider sends people back to. */
export const CALLBACK_PAGE = '/oidc/callback'

const QUERY_MAX = 4096

/** A page of ours to go on to; anything else counts as absent. */
const Page = v.pipe(v.string(), v.maxLength(300), v.regex(/^\/(?![/\\])[^\s\\]*$/))
const Token = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined)

/** What a person brings along who logs in elsewhere. `claim`: the token of a claim link, which is then the invitation. */
const Luggage = {
	next: v.fallback(v.optional(Page), undefined),
	ratingId: v.fallback(v.optional(RatingId), undefined),
	invite: Token,
	claim: Token,
}

/** `link`: to connect the account there with mine here, which takes a proof. `confirm`: to show again that it is me. */
export const OidcStart = v.object({
	...Luggage,
	link: v.optional(v.boolean(), false),
	confirm: v.optional(v.boolean(), false),
	proof: v.optional(Proof),
})
export type OidcStart = v.InferOutput<typeof OidcStart>

const OidcStarted = v.object({ url: v.string() })
export type OidcStarted = v.InferOutput<typeof OidcStarted>

/** Either who came in, and where they wanted to go; or, of a newcomer, what they could be called. */
export const CameBack = v.union([
	v.object({ user: CameIn, next: v.nullable(v.string()) }),
	v.object({
		choose: v.object({ username: v.nullable(v.string()), display_name: v.nullable(v.string()) }),
		next: v.nullable(v.string()),
	}),
])
export type CameBack = v.InferOutput<typeof CameBack>

export const OidcSignUp = v.object({ username: ClaimUsername, avatarId: v.optional(AvatarId) })
export type OidcSignUp = v.InferOutput<typeof OidcSignUp>

/** `name`: as whom the page offered to come in; meanwhile the proxy may say another. */
export const ProxyLogIn = v.object({ ...Luggage, name: v.pipe(v.string(), v.maxLength(200)) })
export type ProxyLogIn = v.InferOutput<typeof ProxyLogIn>

const NO_PROVIDER = 'There is no provider here (`not_here`).'
const NOT_BEGUN = 'This browser has begun no log-in, or more than five minutes ago (`not_begun_here`).'

export const oidcStart = call({
	method: 'POST',
	path: '/oidc/start',
	who: 'visitor-or-member',
	body: OidcStart,
	answers: { 200: OidcStarted },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Begin to log in at the provider',
		description:
			'A cookie binds what follows to this browser. Asked for at another address than the public one, it leads there first.',
		answers: {
			200: 'Where the browser goes.',
			401: 'Without a session there is nobody to connect or to confirm.',
			403: 'The proof is wrong.',
			404: NO_PROVIDER,
			502: 'The provider does not answer (`provider_away`).',
		},
	}),
})

export const oidcFinish = call({
	method: 'POST',
	path: '/oidc/finish',
	who: 'visitor-or-member',
	body: v.object({ query: v.pipe(v.string(), v.maxLength(QUERY_MAX)) }),
	answers: { 200: CameBack },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Come back from the provider',
		description: 'With the query of the address that the provider has sent the browser to.',
		answers: {
			200: 'The member, with a session; or what a newcomer could be called.',
			403: `${NOT_BEGUN} The provider refused, or its answer is not what was asked for (\`refused\`). New accounts take an invitation (\`not_invited\`). Only some get in (\`wrong_group\`).`,
			404: NO_PROVIDER,
			409: 'Another member is connected to that account, or I have three already (`taken`, `too_many`).',
			502: 'The provider does not answer (`provider_away`); the same query may be sent again.',
		},
	}),
})

export const oidcSignUp = call({
	method: 'POST',
	path: '/oidc/sign-up',
	who: 'visitor-or-member',
	body: OidcSignUp,
	answers: { 201: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Make an account that the provider, or the proxy, opens',
		answers: { 201: 'The new member.', 403: NOT_BEGUN, 404: 'The claim link is dead.', 409: NAME_TAKEN },
	}),
})

export const oidcLink = call({
	method: 'POST',
	path: '/oidc/link',
	who: 'member',
	answers: { 200: Success },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Connect the account elsewhere with mine here',
		description: 'For a newcomer of a moment ago who has an account: within five minutes of logging in with it.',
		answers: {
			200: 'Connected.',
			403: `${NOT_BEGUN} Or I have logged in too long ago (\`not_proven\`).`,
			409: 'Another member is connected to that account, or I have three already (`taken`, `too_many`).',
		},
	}),
})

export const proxyLogIn = call({
	method: 'POST',
	path: '/proxy/log-in',
	who: 'visitor-or-member',
	body: ProxyLogIn,
	answers: { 200: CameBack },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Come in as the one whom the proxy lets in',
		answers: {
			200: 'The member, with a session; or what a newcomer could be called.',
			403: 'The proxy says another name, or none (`refused`). New accounts take an invitation (`not_invited`).',
			404: 'No proxy says here who somebody is (`not_here`).',
		},
	}),
})

export const unlinkIdentity = call({
	method: 'DELETE',
	path: '/users/:id/identities/:issuer',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText, issuer: v.pipe(v.string(), v.maxLength(500)) }),
	body: v.object({ proof: Proof }),
	answers: { 200: Success },
	docs: () => ({
		tag: 'Own account',
		summary: 'Disconnect an account elsewhere from mine',
		answers: {
			200: 'It opens my account no longer.',
			400: NOT_AN_ID,
			403: 'That is somebody else’s account, or what was shown is wrong.',
			404: 'I am not connected to it.',
			409: 'Nothing else opens my account (`last_way_in`).',
		},
	}),
})
