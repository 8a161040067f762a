import { getJournal, type JournalAct, type JournalLine } from '#contract/host/journal.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { PAGE_AND_ONE, pageOf } from '#server/list-page.ts'
import type { JournalRow } from './journal.queries.ts'

export type Actor = { by: 'host'; id: UserId } | { by: 'terminal' }

export const TERMINAL = { by: 'terminal' } as const
export const asHost = (id: UserId) => ({ by: 'host', id }) as const

/** `id` is null if the host has left since. */
type Maker = Actor | { by: 'host'; id: null }

type Named = Pick<UserRow, 'id' | 'username' | 'displayName' | 'isGhost'>

/**
 * `subject` is the user acted upon, `other` a second one involved; `newName` is the subject's new name. `isOnceAMinute`
 * skips repeats by the same actor with the same detail, such as ranges of one download.
 */
type Note = {
	act: JournalAct
	subject?: Named
	other?: Named
	newName?: string
	detail?: string | undefined
	isOnceAMinute?: boolean
}

const MINUTE_MS = 60_000
const KEPT_MS = 90 * 86_400_000

/** Call within the transaction that performs the action, before it changes or deletes names. */
export function noteInJournal({ queries, clock }: Pick<Context, 'queries' | 'clock'>, actor: Maker, note: Note) {
	const { act, subject, other, newName, detail, isOnceAMinute = false } = note
	const now = clock.now().getTime()
	const at = new Date(now - (now % MINUTE_MS))
	const host = actor.by === 'host' && actor.id !== null ? queries.users.userById(actor.id) : undefined
	if (isOnceAMinute && queries.journal.isNoted(at, { act, actorId: host?.id ?? null, detail: detail ?? null })) return
	queries.journal.dropLinesBefore(new Date(now - KEPT_MS))
	queries.journal.insertLine({
		at,
		by: actor.by,
		actorId: host?.id,
		actorName: host && nameIn(host),
		act,
		subjectId: subject?.id,
		subjectName: subject && nameIn(subject),
		otherId: newName === undefined ? other?.id : subject?.id,
		otherName: newName ?? (other && nameIn(other)),
		detail,
	})
}

/** Ghosts' usernames are generated, so use their display names. */
const nameIn = ({ isGhost, username, displayName }: Named) => (isGhost ? (displayName ?? username) : username)

export const journalFeature = ({ queries, clock }: Context): Feature => ({
	routes: [
		route(getJournal, ({ query: { before } }) => {
			const since = new Date(clock.now().getTime() - KEPT_MS)
			const lines = queries.journal.linesNewestFirst(since, before ?? Number.MAX_SAFE_INTEGER, PAGE_AND_ONE)
			const { rows, last } = pageOf(lines)
			return { lines: rows.map(lineView), hasMore: last !== null }
		}),
	],
})

const lineView = ({ id, at, by, actorName, act, subjectName, otherName, detail }: JournalRow): JournalLine => ({
	id,
	at: at.toISOString(),
	by,
	actor: actorName,
	act: act as JournalAct,
	subject: subjectName,
	other: otherName,
	detail,
})
