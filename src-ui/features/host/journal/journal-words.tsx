import type { ReactNode } from 'react'
import type { JournalAct, JournalLine } from '#contract/host/journal.ts'

type Named = (names: { subject: ReactNode; other: ReactNode; detail: ReactNode }, line: JournalLine) => ReactNode

const ACTS: Record<JournalAct, Named> = {
	set_up: () => 'set this Backseat up and took the wheel.',
	account_created: ({ subject }) => <>made an account for {subject}.</>,
	account_renamed: ({ subject, other }) => (
		<>
			renamed {subject} to {other}.
		</>
	),
	account_removed: ({ subject }, { subject: name }) =>
		name === null ? 'removed an account. Its name left with it.' : <>removed the account of {subject}.</>,
	reset_link_made: ({ subject }) => <>made a reset link for {subject}.</>,
	reset_link_used: ({ subject }) => <>made the reset link that has been used for {subject}.</>,
	signed_out_everywhere: ({ subject }) => <>signed {subject} out everywhere.</>,
	host_made: ({ subject }) => <>made {subject} host.</>,
	host_unmade: ({ subject }) => <>took the wheel from {subject}, who is no longer host.</>,
	ghost_renamed: ({ subject, other }) => (
		<>
			renamed the ghost {subject} to {other}.
		</>
	),
	ghost_link_made: ({ subject }) => <>made a new claim link for {subject}.</>,
	ghost_deleted: ({ subject }, { subject: name }) =>
		name === null ? (
			'deleted a ghost and its ratings. The name left with them.'
		) : (
			<>deleted the ghost {subject} and its ratings.</>
		),
	claim_undone: ({ subject, other }) => (
		<>
			undid the claim of {subject} by {other}.
		</>
	),
	setup_link_made: () => 'made a set-up link.',
	invitation_made: ({ detail }) => <>made invitation {detail}.</>,
	invitation_revoked: ({ detail }) => <>revoked invitation {detail}.</>,
	backup_made: ({ detail }) => <>made the backup {detail}.</>,
	backup_verified: ({ detail }) => <>checked the backup {detail}.</>,
	backup_downloaded: ({ detail }) => <>downloaded the backup {detail}.</>,
	backup_removed: ({ detail }) => <>removed the backup {detail}.</>,
	backup_restored: ({ detail }) => <>restored the backup {detail}.</>,
	// A missing subject means all data or a deleted member; the journal does not distinguish them.
	data_exported: ({ subject }, { subject: name }) =>
		name === null ? 'exported data.' : <>exported the data of {subject}.</>,
	verdicts_imported: ({ subject, detail }) => (
		<>
			imported verdicts that {subject} gave elsewhere: {detail}.
		</>
	),
	light_accepted: (_names, { detail }) => <>called the light '{detail?.replaceAll('-', ' ')}' fine for 30 days.</>,
	bell_rung: () => 'rang the bell, to see whether alerts arrive.',
	rating_removed: ({ subject }, line) =>
		isOwn(line) ? 'removed a reported rating of their own driving.' : <>removed a reported rating of {subject}.</>,
	rating_kept: ({ subject }, line) =>
		isOwn(line) ? 'let a reported rating of their own driving stand.' : <>let a reported rating of {subject} stand.</>,
}

/** The instance had no other host who could decide. */
const isOwn = ({ detail }: JournalLine) => detail === 'own'

export function JournalSentence({ line }: { line: JournalLine }) {
	const { act, by, actor, subject, other, detail } = line
	const names = {
		subject: <Name>{subject}</Name>,
		other: <Name>{other}</Name>,
		detail: detail === null ? null : <span className="font-mono text-[0.875em] font-semibold">{detail}</span>,
	}
	return (
		<>
			{by === 'terminal' ? <strong>The terminal</strong> : <Name isFirst>{actor}</Name>} {ACTS[act](names, line)}
		</>
	)
}

function Name({ children: name, isFirst = false }: { children: string | null; isFirst?: boolean }) {
	if (name !== null) return <strong className="font-bold">{name}</strong>
	return <em className="text-muted">{isFirst ? 'Somebody who left' : 'somebody who left'}</em>
}
