import type * as ghosts from '#contract/host/ghosts.ts'
import { NO_DRIVER, NOT_A_HOST, NOT_AN_ID, NOT_NOW, type WordsOf } from '#contract/words/words.ts'

const CLAIMED = 'Somebody has claimed it (`already_claimed`).'

export const hostGhostsWords: WordsOf<typeof ghosts> = {
	listGhosts: {
		tag: 'Host',
		summary: 'Everybody’s ghosts',
		description:
			'Those that wait to be claimed first, then the claimed ones, by name, in pages of 50. Never with the links, and nothing about who rated them.',
		params: {
			search: 'Letters of the name.',
			after: 'The `next` of the page before. Anything else counts as absent.',
		},
		answers: { 200: 'A page, and what to ask the next one with.', 403: NOT_A_HOST },
	},
	renameGhost: {
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
	},
	makeClaimLink: {
		tag: 'Host',
		summary: 'Make a new claim link of a ghost',
		description:
			'The link before no longer works. From then on the new one is shown to nobody but the ghost’s creator, if they are still here.',
		params: { id: 'The ghost.' },
		answers: { 200: 'The token, this once.', 400: NOT_AN_ID, 403: NOT_NOW, 404: NO_DRIVER, 409: CLAIMED },
	},
	undoClaim: {
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
	},
	removeGhost: {
		tag: 'Host',
		summary: 'Delete a ghost that waits',
		description:
			'With all ratings of it, whoever gave them. This cannot be undone. A claimed one first has its claim undone.',
		params: { id: 'The ghost.' },
		answers: { 200: 'How many ratings went with it.', 400: NOT_AN_ID, 403: NOT_NOW, 404: NO_DRIVER, 409: CLAIMED },
	},
}
