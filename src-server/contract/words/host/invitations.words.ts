import type * as invitations from '#contract/host/invitations.ts'
import { NOT_A_HOST, NOT_AN_ID, NOT_NOW, type WordsOf } from '#contract/words/words.ts'

export const hostInvitationsWords: WordsOf<typeof invitations> = {
	listInvitations: {
		tag: 'Host',
		summary: 'Invitations',
		description: 'Newest first, in pages of 50, without their links. The link of a first start is not among them.',
		params: { before: 'Only those that are older than this one. Anything else counts as absent.' },
		answers: { 200: 'A page, and whether there are older ones.', 403: NOT_A_HOST },
	},
	makeInvitation: {
		tag: 'Host',
		summary: 'Make an invitation',
		description: 'Where sign-up is closed it has no effect; where sign-up is open nobody needs it.',
		answers: { 201: 'The invitation with the token of its link, this once.', 403: NOT_NOW },
	},
	revokeInvitation: {
		tag: 'Host',
		summary: 'Revoke an invitation',
		description: 'Accounts that were made with it stay. A second time changes nothing.',
		params: { id: 'The invitation.' },
		answers: {
			200: 'It no longer works.',
			400: NOT_AN_ID,
			403: NOT_NOW,
			404: 'There is no such invitation.',
		},
	},
}
