import * as v from 'valibot'
import { call } from '#contract/call.ts'
import { NOT_A_HOST } from '#contract/call-docs.ts'
import { Moment } from '#contract/ids.ts'
import { idFromText } from '#contract/known-ids.ts'

/** Reads and refused acts are not recorded. */
export const JOURNAL_ACTS = [
	'set_up',
	'account_created',
	'account_renamed',
	'account_removed',
	'reset_link_made',
	'reset_link_used',
	'signed_out_everywhere',
	'host_made',
	'host_unmade',
	'ghost_renamed',
	'ghost_link_made',
	'ghost_deleted',
	'claim_undone',
	'setup_link_made',
	'invitation_made',
	'invitation_revoked',
	'backup_made',
	'backup_verified',
	'backup_downloaded',
	'backup_removed',
	'backup_restored',
	'data_exported',
	'verdicts_imported',
	'rating_removed',
	'rating_kept',
	'light_accepted',
	'bell_rung',
] as const
export const JournalAct = v.picklist(JOURNAL_ACTS)
export type JournalAct = v.InferOutput<typeof JournalAct>

/**
 * `actor`, `subject` and `other` are names at the time of the act. Null means that the act has none or that the account
 * was deleted.
 */
export const JournalLine = v.object({
	id: v.number(),
	/** Rounded down to the minute. */
	at: Moment,
	/**
	 * `terminal` is a command on the server's machine, which has no actor. For a used link, `by` is where the link was
	 * made.
	 */
	by: v.picklist(['host', 'terminal']),
	actor: v.nullable(v.string()),
	act: JournalAct,
	subject: v.nullable(v.string()),
	/** The member whose claim was undone, or the new name. */
	other: v.nullable(v.string()),
	/**
	 * The file name of a backup, the number of an invitation, or the key of a finding; `own` if a host decided about their own
	 * driving.
	 */
	detail: v.nullable(v.string()),
})
export type JournalLine = v.InferOutput<typeof JournalLine>

const JournalPage = v.object({ before: v.optional(v.pipe(v.string(), v.transform(idFromText))) })

/** Newest first, pages of 50. */
export const getJournal = call({
	method: 'GET',
	path: '/host/journal',
	who: 'host',
	query: JournalPage,
	answers: { 200: v.object({ lines: v.array(JournalLine), hasMore: v.boolean() }) },
	docs: () => ({
		tag: 'Host',
		summary: 'What hosts and the terminal did',
		description:
			'The last 90 days, newest first, in pages of 50. Names are those of the time; null in the place of a name is somebody who left.',
		answers: { 200: 'A page of lines, and whether there are older ones.', 403: NOT_A_HOST },
	}),
})
