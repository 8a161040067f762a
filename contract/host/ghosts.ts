import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NO_DRIVER, NOT_A_HOST, NOT_AN_ID, NOT_NOW } from '#contract/call-docs.ts'
import { IdText, UserId } from '#contract/ids.ts'
import { AvatarId, GhostName } from '#contract/names.ts'

/** A ghost as hosts see it: never its link, and nothing about who rated it. */
export const HostGhost = v.object({
	id: UserId,
	name: v.string(),
	avatarId: AvatarId,
	/** Who made it, as they are shown; null once they have left. */
	createdBy: v.nullable(v.string()),
	/** The claimer's username, as claimers are often shown under the ghost's own name; null while it waits. */
	claimedBy: v.nullable(v.string()),
	/** How many wait for its claimer; 0 once it is claimed. */
	ratingsWaiting: v.number(),
})
export type HostGhost = v.InferOutput<typeof HostGhost>

/** `next` is the `after` of the page that follows; null on the last. */
export const HostGhosts = v.object({ ghosts: v.array(HostGhost), next: v.nullable(v.string()) })
export type HostGhosts = v.InferOutput<typeof HostGhosts>

export const HostGhostName = v.object({ name: GhostName })
export type HostGhostName = v.InferOutput<typeof HostGhostName>

/** For a link `/claim/{token}`. This once: no other answer to a host has it. */
export const NewClaimLink = v.object({ token: v.string() })
export type NewClaimLink = v.InferOutput<typeof NewClaimLink>

/** What came back to the ghost. There is no token in it: the new link is for the ghost's creator to see. */
export const UndoneClaim = v.object({
	ratingsMoved: v.number(),
	/** `by_age`: a version from before the marks made the claim, so those older than the account came back. */
	knownBy: v.picklist(['marked', 'by_age', 'none']),
})
export type UndoneClaim = v.InferOutput<typeof UndoneClaim>

export const GhostDeleted = v.object({ ratingsDeleted: v.number() })
export type GhostDeleted = v.InferOutput<typeof GhostDeleted>

const oneGhost = v.object({ id: IdText })

const CLAIMED = 'Somebody has claimed it (`already_claimed`).'

/** Waiting ones first, by name, in pages of 50. */
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

/** Also for a ghost whose creator has left, to whom nobody else could give one. */
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

/** Only while it waits, and then with all ratings of it, of all raters. */
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
