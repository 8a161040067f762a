import type { UserId } from '#contract/ids.ts'
import {
	type ImportPlan,
	importVerdicts,
	listImports,
	previewImport,
	undoImport as undoImportCall,
	type VerdictImport,
} from '#contract/imports.ts'
import type { Context } from '#server/context.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { LONG_WRITE_SECONDS } from '#server/http/client.ts'
import { notFound, tooMany } from '#server/http/problems.ts'
import type { LongWrites } from '#server/long-writes/long-writes.ts'
import { undoableUntil, undoImport } from './bring-verdicts.ts'
import type { ImportRow } from './imports.queries.ts'

/** Deleting this many takes a few milliseconds; a larger number runs on a thread. */
const UNDONE_HERE_MAX = 500

/** A member brings their own data file from another instance. Its verdicts count nowhere, because anyone can write one. */
function importService(context: Context, longWrites: LongWrites) {
	const {
		queries: { imports },
		limits,
		clock,
	} = context

	/** A parsed file takes a hundred megabytes. */
	let reading: Promise<unknown> = Promise.resolve()
	function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
		const done = reading.then(work)
		reading = done.catch(() => {})
		return done
	}

	const shown = (row: ImportRow): VerdictImport => ({
		id: row.id,
		importedAt: row.importedAt.toISOString(),
		verdicts: row.verdicts,
		drivers: row.drivers,
		undoUntil: undoableUntil(row, clock.now())?.toISOString() ?? null,
	})

	return {
		preview: (me: UserId, file: Uint8Array): Promise<ImportPlan> =>
			oneAtATime(() => longWrites.beside('previewImport', me, file)),

		async bring(me: UserId, file: Uint8Array): Promise<VerdictImport> {
			const wait = limits.imports.take(me)
			if (wait > 0) throw tooMany(wait)
			try {
				const verdicts = await oneAtATime(() => longWrites.beside('readVerdicts', file))
				return shown(await longWrites.alone(() => longWrites.run('bringVerdicts', me, verdicts)))
			} catch (error) {
				limits.imports.giveBack(me)
				throw error
			}
		},

		list: (me: UserId): VerdictImport[] => imports.importsOf(me).map(shown),

		async undo(me: UserId, importId: number | null): Promise<undefined> {
			limits.smallWrites.check(me)
			const found = importId === null ? undefined : imports.importById(importId)
			if (found?.userId !== me) throw notFound('import_not_found')
			if (found.verdicts > UNDONE_HERE_MAX) await longWrites.alone(() => longWrites.run('undoImport', me, found.id))
			else undoImport(context, me, found.id)
		},
	}
}

export function importFeature(context: Context, longWrites: LongWrites): Feature {
	const imports = importService(context, longWrites)
	const limit = { limit: context.limits.importedFiles }
	return {
		routes: [
			route(
				previewImport,
				({ me, body, stayConnected }) => {
					stayConnected(LONG_WRITE_SECONDS)
					return imports.preview(me, body)
				},
				limit,
			),
			route(
				importVerdicts,
				({ me, body, stayConnected }) => {
					stayConnected(LONG_WRITE_SECONDS)
					return imports.bring(me, body)
				},
				limit,
			),
			route(listImports, ({ me }) => imports.list(me)),
			route(undoImportCall, ({ me, params }) => imports.undo(me, params.importId)),
		],
	}
}
