import * as v from 'valibot'
import { CameIn } from './accounts.ts'
import { call } from './call.ts'
import { NAME_TAKEN, NOT_AN_ID } from './call-docs.ts'
import { IdText, RatingId, UserId } from './ids.ts'
import { AvatarId, ClaimUsername } from './names.ts'
import { Success } from './problems.ts'
import { Proof } from './proofs.ts'

/** One member is connected to so many accounts elsewhere at most. */
export const IDENTITIES_MAX = 3
/** The issuer of what a proxy says; no provider is called that. */
export const PROXY_ISSUER = 'proxy'
/** Where a provider sends people back to. */
export const CALLBACK_PAGE = '/oidc/callback'

const QUERY_MAX = 16_384

/** A page of ours to go on to; anything else counts as absent. */
const Page = v.pipe(v.string(), v.maxLength(300), v.regex(/^\/(?![/\\])[^\s\\]*$/))
const Token = v.fallback(v.optional(v.pipe(v.string(), v.maxLength(64))), undefined)

/** Made up by a tab, and kept in its session storage. It is sent as a header, and never by the browser itself. */
export const TabSecret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{32,64}$/))
const headers = { 'Tab-Secret': TabSecret }
const HEADER_DOCS = {
	'Tab-Secret':
		'32 or more random characters, made up by the tab and kept in its session storage: the same in every call of one log-in. With the cookie that the first of them sets it binds the log-in to this tab.',
}

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

/** Either who came in, why they had left and where they wanted to go; or, of a newcomer, what they could be called. */
export const CameBack = v.union([
	v.object({ user: CameIn, next: v.nullable(v.string()), act: v.picklist(['log_in', 'link', 'confirm']) }),
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
const NOT_BEGUN =
	'This tab has begun no log-in, or more than five minutes ago: the cookie or the `Tab-Secret` is missing, or they do not belong together (`not_begun_here`).'

export const oidcStart = call({
	method: 'POST',
	path: '/oidc/start',
	who: 'visitor-or-member',
	headers,
	body: OidcStart,
	answers: { 200: OidcStarted },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Begin to log in at the provider',
		description:
			'A cookie and the `Tab-Secret` bind what follows to this tab. Several log-ins may run at once. Asked for at another address than the public one, it leads there first.',
		headers: HEADER_DOCS,
		answers: {
			200: 'Where the browser goes.',
			400: 'Without a `Tab-Secret` nothing is begun.',
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
	headers,
	body: v.object({ query: v.pipe(v.string(), v.maxLength(QUERY_MAX)) }),
	answers: { 200: CameBack },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Come back from the provider',
		description: 'With the query of the address that the provider has sent the browser to.',
		headers: HEADER_DOCS,
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
	headers,
	body: OidcSignUp,
	answers: { 201: CameIn },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Make an account that the provider, or the proxy, opens',
		headers: HEADER_DOCS,
		answers: { 201: 'The new member.', 403: NOT_BEGUN, 404: 'The claim link is dead.', 409: NAME_TAKEN },
	}),
})

export const oidcLink = call({
	method: 'POST',
	path: '/oidc/link',
	who: 'member',
	owner: 'body.userId',
	headers,
	body: v.object({ userId: UserId }),
	answers: { 200: Success },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Connect the account elsewhere with mine here',
		description: 'For a newcomer of a moment ago who has an account: within five minutes of logging in with it.',
		headers: HEADER_DOCS,
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
	headers,
	body: ProxyLogIn,
	answers: { 200: CameBack },
	docs: () => ({
		tag: 'Accounts',
		summary: 'Come in as the one whom the proxy lets in',
		headers: HEADER_DOCS,
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
