import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import type { AccountDeletion } from '#contract/own-account.ts'
import { DAY_MS } from '#contract/plain-words.ts'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/context.ts'
import { refuseLastHost } from '#server/features/accounts/last-host.ts'
import { type GivenBack, undoRecentClaims } from '#server/features/claims/undo-claim.ts'
import { type Actor, noteInJournal } from '#server/features/journal/journal.ts'
import { notifyHostsAfter } from '#server/features/live/notify-hosts.ts'
import { notFound } from '#server/http/problems.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'

/**
 * `ratingsGiven` counts kept or deleted ratings; `ratingsReceived` counts deleted ones, without those returned to ghosts.
 */
export type Leaving = { ratingsGiven: number; ratingsReceived: number; givenBack: GivenBack[] }

/**
 * Deletes a member and the ratings they received; the ratings they gave are deleted or anonymized. Their ghosts stay if
 * others rated them, and ghosts claimed within the week become claimable again. `removedBy` is the host or operator who
 * removes the account.
 */
export function leave(
	context: LongWriteContext,
	userId: UserId,
	given: AccountDeletion['ratings'],
	removedBy: Actor | null = null,
): Leaving {
	return context.db.write(() => notifyHostsAfter(context, () => leaveWithinWrite(context, userId, given, removedBy)))
}

function leaveWithinWrite(
	context: LongWriteContext,
	userId: UserId,
	given: AccountDeletion['ratings'],
	removedBy: Actor | null,
): Leaving {
	const { queries, live } = context
	const user = queries.users.userById(userId)
	if (!user || user.isGhost || userId === GUEST_ID || userId === DEMO_DRIVER_ID) throw notFound('user_not_found')
	refuseLastHost(context, user)
	// The deletion below removes the member's name from the journal too, so the entry comes first.
	if (removedBy) noteInJournal(context, removedBy, { act: 'account_removed', subject: user })
	for (const rater of queries.ratings.ratersWithNewReplyOf(userId)) live.notify(rater, 'replies')
	for (const trip of queries.trips.tripsWithSeatOf(userId))
		for (const member of queries.trips.membersOf(trip)) if (member !== userId) live.notify(member, 'trip')
	// Must come first, because a returned ghost may be one that only this member rated.
	const givenBack = undoRecentClaims(context, user)
	const onlyTheirs = queries.ghosts.idsOfGhostsOnlyTheyRated(userId)
	queries.leaving.dropRatingsOf(onlyTheirs)
	queries.leaving.dropPlaceholdersBy(userId)
	const ratingsGiven = given === 'go' ? dropGiven(context, userId) : queries.leaving.anonymizeRatingsBy(userId)
	// Ratings may still be stored under the claimed ghosts' ids.
	const claimedIds = queries.ghosts.ghostsClaimedBy(userId).map(({ id }) => id)
	const ratingsReceived = queries.leaving.dropRatingsOf([userId, ...claimedIds])
	queries.ghosts.forgetCreator(userId)
	queries.users.deleteUsers([...onlyTheirs, ...claimedIds])
	// The foreign key would delete the sessions, but not close their connections.
	queries.sessions.deleteSessionsAndTokensOf(userId)
	queries.users.deleteUsers([userId])
	queries.leaving.forgetDeletedNames()
	const leftOn = startOfDay(context.clock.now())
	queries.leaving.noteLeft([userId, ...claimedIds, ...onlyTheirs], { leftOn, ratings: given })
	queries.leaving.noteRewriteDue(context.clock.now())
	return { ratingsGiven, ratingsReceived, givenBack: givenBack.filter(({ id }) => !onlyTheirs.includes(id)) }
}

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)

function dropGiven({ queries }: LongWriteContext, userId: UserId): number {
	const dropped = queries.leaving.dropRatingsBy(userId)
	for (const driverId of new Set(dropped.map(({ driverId }) => driverId))) queries.users.refreshLastReceived(driverId)
	return dropped.length
}

type File = Pick<Context, 'db' | 'queries'>

/** Clears the due mark only if no other process deleted an account during the rewrite. */
export function rewriteFile({ db, queries }: File, patienceMs = 0): ReturnType<Database['rewrite']> {
	const { rewriteDue, endRewriteDue } = queries.leaving
	const due = rewriteDue()
	const outcome = db.rewrite(patienceMs)
	try {
		if (outcome === 'done' && due) db.write(() => endRewriteDue(due.accounts))
		return outcome
	} catch {
		// The disk may be full, for example. The due mark stays, so the rewrite is retried.
		return 'busy'
	}
}

export type Traces = { isRewriteDue: boolean; isDone: boolean }

export function removeTraces(file: File, isRewriteDue: boolean, patienceMs = 0): Traces {
	const { db } = file
	// Empty the log first: while another program reads, each rewrite adds the whole file to the log.
	if (db.emptyWal(patienceMs) === 'busy') return { isRewriteDue, isDone: false }
	const isStillDue = isRewriteDue && rewriteFile(file, patienceMs) === 'busy'
	// Empty the log even if the rewrite failed, because the log may be what fills the disk.
	const isEmpty = !isRewriteDue || db.emptyWal(patienceMs) !== 'busy'
	return { isRewriteDue: isStillDue, isDone: isEmpty && !isStillDue }
}
