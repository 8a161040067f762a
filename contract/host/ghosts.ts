import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NO_DRIVER, NOT_A_HOST, NOT_AN_ID, NOT_NOW } from '#contract/call-docs.ts'
import { IdText, UserId } from '#contract/ids.ts'
import { AvatarId, GhostName } from '#contract/names.ts'

/** Omits its link and its raters. */
export const HostGhost = v.object({
	id: UserId,
	name: v.string(),
	avatarId: AvatarId,
	/** Null after the creator's account is deleted. */
	createdBy: v.nullable(v.string()),
	/** The claimer's username, because many claimers display the ghost's own name; null while unclaimed. */
	claimedBy: v.nullable(v.string()),
	ratingsWaiting: v.number(),
})
export type HostGhost = v.InferOutput<typeof HostGhost>

export const HostGhosts = v.object({ ghosts: v.array(HostGhost), next: v.nullable(v.string()) })
export type HostGhosts = v.InferOutput<typeof HostGhosts>

export const HostGhostName = v.object({ name: GhostName })
export type HostGhostName = v.InferOutput<typeof HostGhostName>

/** Only this response to a host contains the claim token. */
export const NewClaimLink = v.object({ token: v.string() })
export type NewClaimLink = v.InferOutput<typeof NewClaimLink>

/** Ratings returned to the ghost. The new token is omitted: only the ghost's creator may see it. */
export const UndoneClaim = v.object({
	ratingsMoved: v.number(),
	/**
	 * How the returned ratings were found. `by_age`: the claim is older than the marks on claimed ratings, so the ratings
	 * older than the claimer's account were returned.
	 */
	knownBy: v.picklist(['marked', 'by_age', 'none']),
})
export type UndoneClaim = v.InferOutput<typeof UndoneClaim>

export const GhostDeleted = v.object({ ratingsDeleted: v.number() })
export type GhostDeleted = v.InferOutput<typeof GhostDeleted>

const oneGhost = v.object({ id: IdText })

const CLAIMED = 'Somebody has claimed it (`already_claimed`).'

/** Unclaimed ghosts first, then claimed ones, each sorted by name; pages of 50. */
export const listGhosts = call({
	method: 'GET',
	path: '/host/ghosts',
	who: 'host',
	query: v.object({ search: v.optional(v.string()), after: v.optional(v.string()) }),
	answers: { 200: HostGhosts },
	docs: () => ({
		tag: 'Host',
		summary: 'Everybody’s ghosts',
		description:
			'Those that wait to be claimed first, then the claimed ones, by name, in pages of 50. Never with the links, and nothing about who rated them.',
		params: {
			search: 'Letters of the name.',
			after: 'The `next` of the page before. Anything else counts as absent.',
		},
		answers: { 200: 'A page, and what to ask the next one with.', 403: NOT_A_HOST },
	}),
})

export const renameGhost = call({
	method: 'PUT',
	path: '/host/ghosts/:id',
	who: 'host',
	isConfirmed: true,
	params: oneGhost,
	body: HostGhostName,
	answers: { 200: HostGhost },
	docs: () => ({
		tag: 'Host',
		summary: 'Rename a ghost',
		description: 'The made-up username follows the name. A claimed one goes by the name of its claimer.',
		params: { id: 'The ghost.' },
		answers: {
			200: 'It is called that now.',
			400: 'The name is not one.',
			403: NOT_NOW,
			404: NO_DRIVER,
			409: CLAIMED,
		},
	}),
})

/** Also for a ghost whose creator's account is deleted, since only a host can then make a link. */
export const makeClaimLink = call({
	method: 'POST',
	path: '/host/ghosts/:id/link',
	who: 'host',
	isConfirmed: true,
	params: oneGhost,
	answers: { 200: NewClaimLink },
	docs: () => ({
		tag: 'Host',
		summary: 'Make a new claim link of a ghost',
		description:
			'The link before no longer works. From then on the new one is shown to nobody but the ghost’s creator, if they are still here.',
		params: { id: 'The ghost.' },
		answers: { 200: 'The token, this once.', 400: NOT_AN_ID, 403: NOT_NOW, 404: NO_DRIVER, 409: CLAIMED },
	}),
})

export const undoClaim = call({
	method: 'POST',
	path: '/host/ghosts/:id/undo-claim',
	who: 'host',
	isConfirmed: true,
	params: oneGhost,
	answers: { 200: UndoneClaim },
	docs: () => ({
		tag: 'Host',
		summary: 'Undo a claim',
		description:
			'The ghost waits again, with its ratings. Who had claimed it keeps the account, without what came with the claim. The new link is not in the answer: the ghost’s creator sees it.',
		params: { id: 'The ghost.' },
		answers: {
			200: 'How many ratings came back, and how it is known which.',
			400: NOT_AN_ID,
			403: NOT_NOW,
			404: NO_DRIVER,
			409: 'Nobody has claimed it (`not_claimed`).',
		},
	}),
})

/** Also deletes its ratings. */
export const removeGhost = call({
	method: 'DELETE',
	path: '/host/ghosts/:id',
	who: 'host',
	isConfirmed: true,
	params: oneGhost,
	answers: { 200: GhostDeleted },
	docs: () => ({
		tag: 'Host',
		summary: 'Delete a ghost that waits',
		description:
			'With all ratings of it, whoever gave them. This cannot be undone. A claimed one first has its claim undone.',
		params: { id: 'The ghost.' },
		answers: { 200: 'How many ratings went with it.', 400: NOT_AN_ID, 403: NOT_NOW, 404: NO_DRIVER, 409: CLAIMED },
	}),
})
