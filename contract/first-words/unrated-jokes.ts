import type { UserId } from '#contract/ids.ts'
import { pool } from '#contract/text.ts'

/** For drivers without ratings; the spec lists 16. */
export const UNRATED_JOKES: readonly string[] = [
	'No passengers, no evidence.',
	'Still in the showroom, plastic on the seats.',
	'Not zero stars. Zero witnesses.',
	'The back seat is spotless. Suspiciously so.',
	'A mystery wrapped in a parking ticket.',
	'Only the sat nav knows, and it is not talking.',
	'Undefeated, on account of never having played.',
	'The aux cord has never met a stranger.',
	'Somewhere an empty seat is waiting for drama.',
	'Could be a limousine. Could be a shopping trolley.',
	'The jury is out. It is still looking for parking.',
	'New driver smell.',
	'The rear-view mirror has seen nothing yet.',
	'All gas, no gossip.',
	'Nobody has called shotgun so far.',
	'A blank logbook and a very innocent horn.',
]

/** Ids are random, so a driver's joke is, and it is the same wherever the card is drawn. */
export const jokeOf = ({ id }: { id: UserId }): string => {
	const jokes = pool('pool:unrated-jokes', UNRATED_JOKES)
	return jokes[id % jokes.length] ?? ''
}
