import { removeGhost, undoClaim } from '#server/features/host/ghosts/ghost-acts.ts'
import { bringVerdicts, undoImport } from '#server/features/own-account/imports/bring-verdicts.ts'
import type * as readFile from '#server/features/own-account/imports/read-file.ts'
import { leave, removeTraces } from '#server/features/own-account/leaving/leave.ts'
import { adoptGuestRatings } from '#server/features/ratings/adopt-guest-ratings.ts'
import { openEvening } from '#server/features/ratings/sealed/open-sealed.ts'
import { openTripNow } from '#server/features/trips/opening-trips.ts'
import type { LongWriteContext } from './long-write-context.ts'

/** Arguments and results are copied between threads, so they must be cloneable. */
export const LONG_WRITE_JOBS = {
	leave,
	removeTraces: (context: LongWriteContext, isRewriteDue: boolean) =>
		removeTraces(context, isRewriteDue, context.patienceMs),
	openTrip: openTripNow,
	openEvening,
	takeAlong: adoptGuestRatings,
	undoClaim,
	removeGhost,
	// Loaded when a member brings a file, which few do.
	previewImport: async (...args: Parameters<typeof readFile.previewImport>) =>
		(await import('#server/features/own-account/imports/read-file.ts')).previewImport(...args),
	readVerdicts: async (...args: Parameters<typeof readFile.readVerdicts>) =>
		(await import('#server/features/own-account/imports/read-file.ts')).readVerdicts(...args),
	bringVerdicts,
	undoImport,
}

export type LongWriteName = keyof typeof LONG_WRITE_JOBS

export const jobCalled = (name: LongWriteName) =>
	LONG_WRITE_JOBS[name] as (context: LongWriteContext, ...args: unknown[]) => unknown
