import { removeGhost, undoClaim } from '#server/features/host/ghosts/ghost-acts.ts'
import { leave, removeTraces } from '#server/features/own-account/leaving/leave.ts'
import { adoptGuestRatings } from '#server/features/ratings/adopt-guest-ratings.ts'
import { openEvening } from '#server/features/ratings/sealed/open-sealed.ts'
import { openTripNow } from '#server/features/trips/opening-trips.ts'
import type { LongWriteContext } from './long-write-context.ts'

/** Their arguments and results are copied between threads. */
export const LONG_WRITE_JOBS = {
	/** See leave.ts. */
	leave,
	/** Removes what a deleted account leaves in unused parts of the data file and in its log. */
	removeTraces: (context: LongWriteContext, isRewriteDue: boolean) =>
		removeTraces(context, isRewriteDue, context.patienceMs),
	/** Opens a trip, unless it has been opened or deleted meanwhile. */
	openTrip: openTripNow,
	/** Opens the sealed verdicts of one driver that an evening post is to open. */
	openEvening,
	/** Makes a guest's ratings a member's. */
	takeAlong: adoptGuestRatings,
	/** What a host does to a ghost with many ratings; see ghost-acts.ts. */
	undoClaim,
	removeGhost,
}

export type LongWriteName = keyof typeof LONG_WRITE_JOBS

export const jobCalled = (name: LongWriteName) =>
	LONG_WRITE_JOBS[name] as (context: LongWriteContext, ...args: unknown[]) => unknown
