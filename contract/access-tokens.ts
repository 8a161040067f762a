import * as v from 'valibot'
import { call } from './call.ts'
import { NO_USER, NOT_AN_ID, NOT_MINE } from './call-docs.ts'
import { Day, IdText, IdTextOrNull, Moment } from './ids.ts'
import { OwnLabel } from './names.ts'
import { Success } from './problems.ts'
import { Proof } from './proofs.ts'

export const ACCESS_TOKENS_MAX = 5

export const AccessToken = v.object({
	id: v.number(),
	name: v.string(),
	createdAt: Moment,
	lastUsedOn: v.nullable(Day),
})
export type AccessToken = v.InferOutput<typeof AccessToken>

/** The only answer that contains `token`: the server keeps just its hash. */
export const NewAccessToken = v.object({ ...AccessToken.entries, token: v.string() })
export type NewAccessToken = v.InferOutput<typeof NewAccessToken>

const OfMember = v.object({ id: IdText })

export const listAccessTokens = call({
	method: 'GET',
	path: '/users/:id/tokens',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdTextOrNull }),
	answers: { 200: v.array(AccessToken) },
	docs: () => ({
		tag: 'Own account',
		summary: 'My read-only tokens',
		answers: { 200: 'The oldest first, without the tokens themselves.', 403: NOT_MINE, 404: NO_USER },
	}),
})

export const makeAccessToken = call({
	method: 'POST',
	path: '/users/:id/tokens',
	who: 'member',
	owner: 'params.id',
	params: OfMember,
	body: v.object({ name: OwnLabel, proof: Proof }),
	answers: { 201: NewAccessToken },
	docs: () => ({
		tag: 'Own account',
		summary: 'Make a read-only token',
		description:
			'For a dashboard. As `Authorization: Bearer` it reads my home list and my own card, 30 times a minute, and nothing else. It ends with my password, with my account, and when a host signs me out everywhere.',
		answers: {
			201: 'The token, this once.',
			400: NOT_AN_ID,
			403: 'That is somebody else’s account, or what was shown is wrong.',
			409: 'I have five already (`too_many`).',
		},
	}),
})

export const endAccessToken = call({
	method: 'DELETE',
	path: '/users/:id/tokens/:tokenId',
	who: 'member',
	owner: 'params.id',
	params: v.object({ id: IdText, tokenId: IdTextOrNull }),
	answers: { 200: Success },
	docs: () => ({
		tag: 'Own account',
		summary: 'End a read-only token',
		description: 'Without a proof, because it only takes access away.',
		answers: { 200: 'Ended.', 400: NOT_AN_ID, 403: NOT_MINE, 404: 'I have no such token.' },
	}),
})
