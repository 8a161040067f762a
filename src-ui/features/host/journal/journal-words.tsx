import type { ReactNode } from 'react'
import type { JournalAct, JournalLine } from '#contract/host/journal.ts'
import { isolated, t } from '#contract/text.ts'
import { T } from '#ui/kit/t.tsx'

type Names = Record<'actor' | 'subject' | 'other' | 'detail', ReactNode>
type Named = (names: Names, line: JournalLine) => ReactNode

const ACTS: Record<JournalAct, Named> = {
	set_up: (names) => <T text="{actor} set this Backseat up and took the wheel." {...names} />,
	account_created: (names) => <T text="{actor} made an account for {subject}." {...names} />,
	account_renamed: (names) => <T text="{actor} renamed {subject} to {other}." {...names} />,
	account_removed: (names, { subject: name }) =>
		name === null ? (
			<T text="{actor} removed an account. Its name left with it." {...names} />
		) : (
			<T text="{actor} removed the account of {subject}." {...names} />
		),
	reset_link_made: (names) => <T text="{actor} made a reset link for {subject}." {...names} />,
	reset_link_used: (names) => <T text="{actor} made the reset link that has been used for {subject}." {...names} />,
	signed_out_everywhere: (names) => <T text="{actor} signed {subject} out everywhere." {...names} />,
	host_made: (names) => <T text="{actor} made {subject} host." {...names} />,
	host_unmade: (names) => <T text="{actor} took the wheel from {subject}, who is no longer host." {...names} />,
	ghost_renamed: (names) => <T text="{actor} renamed the ghost {subject} to {other}." {...names} />,
	ghost_link_made: (names) => <T text="{actor} made a new claim link for {subject}." {...names} />,
	ghost_deleted: (names, { subject: name }) =>
		name === null ? (
			<T text="{actor} deleted a ghost and its ratings. The name left with them." {...names} />
		) : (
			<T text="{actor} deleted the ghost {subject} and its ratings." {...names} />
		),
	claim_undone: (names) => <T text="{actor} undid the claim of {subject} by {other}." {...names} />,
	setup_link_made: (names) => <T text="{actor} made a set-up link." {...names} />,
	invitation_made: (names) => <T text="{actor} made invitation {detail}." {...names} />,
	invitation_revoked: (names) => <T text="{actor} revoked invitation {detail}." {...names} />,
	backup_made: (names) => <T text="{actor} made the backup {detail}." {...names} />,
	backup_verified: (names) => <T text="{actor} checked the backup {detail}." {...names} />,
	backup_downloaded: (names) => <T text="{actor} downloaded the backup {detail}." {...names} />,
	backup_removed: (names) => <T text="{actor} removed the backup {detail}." {...names} />,
	backup_restored: (names) => <T text="{actor} restored the backup {detail}." {...names} />,
	// A missing subject means all data or a deleted member; the journal does not distinguish them.
	data_exported: (names, { subject: name }) =>
		name === null ? (
			<T text="{actor} exported data." {...names} />
		) : (
			<T text="{actor} exported the data of {subject}." {...names} />
		),
	verdicts_imported: (names) => (
		// Translators: {detail} is a number
		<T text="{actor} imported verdicts that {subject} gave elsewhere: {detail}." {...names} />
	),
	light_accepted: (names, { detail }) => (
		<T
			text="{actor} called the light '{light}' fine for 30 days."
			actor={names.actor}
			light={LIGHTS[detail ?? ''] ?? detail?.replaceAll('-', ' ')}
		/>
	),
	bell_rung: (names) => <T text="{actor} rang the bell, to see whether alerts arrive." {...names} />,
	rating_removed: (names, line) =>
		isOwn(line) ? (
			<T text="{actor} removed a reported rating of their own driving." {...names} />
		) : (
			<T text="{actor} removed a reported rating of {subject}." {...names} />
		),
	rating_kept: (names, line) =>
		isOwn(line) ? (
			<T text="{actor} let a reported rating of their own driving stand." {...names} />
		) : (
			<T text="{actor} let a reported rating of {subject} stand." {...names} />
		),
}

/** The findings that a host can accept, by their keys. */
const LIGHTS: Partial<Record<string, string>> = {
	'place-of-backups': t('place of backups', { context: 'warning light' }),
	'file-system': t('file system', { context: 'warning light' }),
	passkeys: t('passkeys', { context: 'warning light' }),
}

/** The instance had no other host who could decide. */
const isOwn = ({ detail }: JournalLine) => detail === 'own'

export function JournalSentence({ line }: { line: JournalLine }) {
	const { act, by, actor, subject, other, detail } = line
	const names = {
		actor: by === 'terminal' ? <strong>{t('The terminal')}</strong> : <Name isFirst>{actor}</Name>,
		subject: <Name>{subject}</Name>,
		other: <Name>{other}</Name>,
		detail: detail === null ? null : <span className="font-mono text-[0.875em] font-semibold">{isolated(detail)}</span>,
	}
	return ACTS[act](names, line)
}

function Name({ children: name, isFirst = false }: { children: string | null; isFirst?: boolean }) {
	if (name !== null) return <strong className="font-bold">{isolated(name)}</strong>
	return <em className="text-muted">{isFirst ? t('Somebody who left') : t('somebody who left')}</em>
}
