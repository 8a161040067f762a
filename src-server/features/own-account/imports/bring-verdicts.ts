import type { RatingId, UserId } from '#contract/ids.ts'
import { UNDO_IMPORT_MS } from '#contract/imports.ts'
import { OWN_DATA_VERDICTS_MAX } from '#contract/own-data-limits.ts'
import { conflict, notFound, refusal } from '#server/http/problems.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import type { ImportRow, NewBroughtRow } from './imports.queries.ts'

/** All of them or none. */
export function bringVerdicts({ db, queries, clock }: LongWriteContext, userId: UserId, read: Uint8Array): ImportRow {
	const { imports, users } = queries
	const verdicts: NewBroughtRow[] = JSON.parse(new TextDecoder().decode(read))
	return db.write(() => {
		if (!users.userById(userId)) throw notFound('user_not_found')
		const isNew = newTo(queries, userId)
		const brought = verdicts.filter(({ sourceId }) => isNew(sourceId))
		if (brought.length === 0) throw nothingNew()
		const count = imports.broughtCountOf(userId) + brought.length
		if (count > OWN_DATA_VERDICTS_MAX) throw tooManyBrought(count)
		const drivers = new Set(brought.map(({ driver }) => driver)).size
		const made = imports.insertImport({ userId, importedAt: clock.now(), verdicts: brought.length, drivers })
		imports.insertBrought(made, brought)
		return made
	})
}

/** Takes along all that the file brought. */
export function undoImport(
	{ db, queries: { imports }, clock }: LongWriteContext,
	userId: UserId,
	importId: number,
): void {
	db.write(() => {
		const found = imports.importById(importId)
		if (found?.userId !== userId) throw notFound('import_not_found')
		if (!undoableUntil(found, clock.now())) throw tooLate()
		imports.deleteImport(importId)
	})
}

/** Null when it is too late. */
export function undoableUntil({ importedAt }: Pick<ImportRow, 'importedAt'>, now: Date): Date | null {
	const until = new Date(importedAt.getTime() + UNDO_IMPORT_MS)
	return now < until ? until : null
}

/** False for those that the member brought before, or gave here. */
export function newTo({ imports }: LongWriteContext['queries'], userId: UserId): (id: RatingId) => boolean {
	const { brought, given } = imports.verdictIdsOf(userId)
	const known = new Set([...brought, ...given])
	return (id) => !known.has(id)
}

const nothingNew = () => conflict('nothing_new')

const tooLate = () =>
	refusal({
		status: 409,
		code: 'too_late',
		reason: 'import_stays',
	})

const tooManyBrought = (count: number) =>
	conflict({ reason: 'too_many_brought', params: { count, max: OWN_DATA_VERDICTS_MAX } })
