import { removeGhost, undoClaim } from '#server/features/host/ghosts/ghost-acts.ts'
import { leave, removeTraces } from '#server/features/own-account/leaving/leave.ts'
import { adoptGuestRatings } from '#server/features/ratings/adopt-guest-ratings.ts'
import { openEvening } from '#server/features/ratings/sealed/open-sealed.ts'
import { openTripNow } from '#server/features/trips/opening-trips.ts'
import type { LongWriteContext } from './long-write-context.ts'

/** Arguments and results are copied between threads, so they must be cloneable. */
export const LONG_WRITE_JOBS = {
	leave,
	/** Removes remains of a deleted account from free space in the data file and from its log. */
	removeTraces: (context: LongWriteContext, isRewriteDue: boolean) =>
		removeTraces(context, isRewriteDue, context.patienceMs),
	/** Does nothing if the trip has been opened or deleted meanwhile. */
	openTrip: openTripNow,
	/** Opens the sealed verdicts of one driver that are due in an evening post. */
	openEvening,
	takeAlong: adoptGuestRatings,
	/** Host actions on a ghost with many ratings; see ghost-acts.ts. */
	undoClaim,
	removeGhost,
}

export type LongWriteName = keyof typeof LONG_WRITE_JOBS

export const jobCalled = (name: LongWriteName) =>
	LONG_WRITE_JOBS[name] as (context: LongWriteContext, ...args: unknown[]) => unknown
