import { getJournal, type JournalAct, type JournalLine } from '#contract/host/journal.ts'
import type { Context } from '#server/context.ts'
import type { JournalRow } from '#server/features/host/host.queries.ts'
import { type Feature, route } from '#server/http/calls/route.ts'

const PAGE = 50
const SHOWN_MS = 90 * 86_400_000

/** What hosts and the operator's commands did, newest first. */
export const journalFeature = ({ queries, clock }: Context): Feature => ({
	routes: [
		route(getJournal, ({ query: { before } }) => {
			const since = new Date(clock.now().getTime() - SHOWN_MS)
			const rows = queries.journal.linesNewestFirst(since, before ?? Number.MAX_SAFE_INTEGER, PAGE + 1)
			return { lines: rows.slice(0, PAGE).map(lineView), hasMore: rows.length > PAGE }
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
