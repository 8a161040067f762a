import type { UserId } from '#contract/ids.ts'
import { type ImportPlan, PLANNED_DRIVERS_MAX } from '#contract/imports.ts'
import { verdictOf } from '#contract/impressions.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'
import { readOwnDataFile } from '#server/own-data-file/read-own-data-file.ts'
import { newTo } from './bring-verdicts.ts'
import type { NewBroughtRow } from './imports.queries.ts'

/*
 * These jobs run on a worker thread, because parsing 8 MB takes longer than a request may wait. Reading and writing are two jobs, so that other
 * writes wait for the second only. Between them the verdicts travel as bytes, which cost the server's thread nothing to
 * pass on.
 */

type Reading = Pick<LongWriteContext, 'queries' | 'clock'>

export function previewImport({ queries, clock }: Reading, userId: UserId, file: Uint8Array): ImportPlan {
	const { verdicts, leftOut } = readOwnDataFile(file, clock.now())
	const isNew = newTo(queries, userId)
	const brought = verdicts.filter(({ id }) => isNew(id))
	const drivers = [...Map.groupBy(brought, ({ driver }) => driver)]
		.map(([name, { length }]) => ({ name, verdicts: length }))
		.toSorted((a, b) => b.verdicts - a.verdicts)
	return {
		verdicts: brought.length,
		drivers: drivers.slice(0, PLANNED_DRIVERS_MAX),
		otherDrivers: Math.max(0, drivers.length - PLANNED_DRIVERS_MAX),
		leftOut: { ...leftOut, alreadyHere: verdicts.length - brought.length },
	}
}

/** The verdicts of a file that is sound, for `bringVerdicts`. */
export function readVerdicts({ clock }: Reading, file: Uint8Array): Uint8Array {
	const { verdicts } = readOwnDataFile(file, clock.now())
	const rows = verdicts.map(
		({ id, driver, createdAt, ...said }): NewBroughtRow => ({
			sourceId: id,
			driver,
			...verdictOf(said),
			createdAt: createdAt.getTime(),
		}),
	)
	return new TextEncoder().encode(JSON.stringify(rows))
}
