import type * as invites from '#contract/invites.ts'
import { LINK_DEAD, type WordsOf } from './words.ts'

export const invitesWords: WordsOf<typeof invites> = {
	lookUpInvite: {
		tag: 'Links',
		summary: 'Whether an invitation can still be used',
		description: 'Looking uses nothing up.',
		answers: { 200: 'It does.', 404: LINK_DEAD },
	},
}
