import { DEMO_DRIVER_ID, GUEST_ID, type UserId } from '#contract/ids.ts'
import type { AccountDeletion } from '#contract/own-account.ts'
import type { Database } from '#db/database.ts'
import type { Context } from '#server/context.ts'
import { refuseLastHost } from '#server/features/accounts/last-host.ts'
import { type GivenBack, undoRecentClaims } from '#server/features/claims/undo-claim.ts'
import { type Actor, noteInJournal } from '#server/features/journal/journal.ts'
import { notifyHostsAfter } from '#server/features/live/notify-hosts.ts'
import { notFound } from '#server/http/problems.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'

/**
 * How many ratings the member had given (kept or deleted) and received (deleted, except those that went back to ghosts).
 */
export type Leaving = { ratingsGiven: number; ratingsReceived: number; givenBack: GivenBack[] }

/**
 * Deletes a member and the ratings they received, all or nothing. The ratings they gave are deleted, or stay without a
 * name. Ghosts they created stay if others have rated them; ghosts they claimed within the week can be claimed again.
 * The last host stays. `removedBy`: who does so for them, which stands in the journal.
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
	if (!user || user.isGhost || userId === GUEST_ID || userId === DEMO_DRIVER_ID) throw notFound('User not found')
	refuseLastHost(context, user)
	// Before they go, and their name goes from it with them.
	if (removedBy) noteInJournal(context, removedBy, { act: 'account_removed', subject: user })
	// What they answered goes with them.
	for (const rater of queries.ratings.ratersWithNewReplyOf(userId)) live.tell(rater, 'replies')
	// One seat less in the car.
	for (const trip of queries.trips.tripsWithSeatOf(userId))
		for (const member of queries.trips.membersOf(trip)) if (member !== userId) live.tell(member, 'trip')
	// First: a ghost that is given back may be one of their own that only they have rated.
	const givenBack = undoRecentClaims(context, user)
	const onlyTheirs = queries.ghosts.idsOfGhostsOnlyTheyRated(userId)
	queries.leaving.dropRatingsOf(onlyTheirs)
	queries.leaving.dropPlaceholdersBy(userId)
	const ratingsGiven = given === 'go' ? dropGiven(context, userId) : queries.leaving.anonymizeRatingsBy(userId)
	// The ghosts they had claimed: every address of those shows this member.
	const claimedIds = queries.ghosts.ghostsClaimedBy(userId).map(({ id }) => id)
	const ratingsReceived = queries.leaving.dropRatingsOf([userId, ...claimedIds])
	queries.ghosts.forgetCreator(userId)
	queries.users.deleteUsers([...onlyTheirs, ...claimedIds])
	// They would go with the row; deleted here, what hangs on them ends too.
	queries.sessions.deleteSessionsOf(userId)
	queries.users.deleteUsers([userId])
	queries.leaving.forgetDeletedNames()
	queries.leaving.noteRewriteDue(context.clock.now())
	return { ratingsGiven, ratingsReceived, givenBack: givenBack.filter(({ id }) => !onlyTheirs.includes(id)) }
}

/** Their drivers read when the newest that is left came. */
function dropGiven({ queries }: LongWriteContext, userId: UserId): number {
	const dropped = queries.leaving.dropRatingsBy(userId)
	for (const driverId of new Set(dropped.map(({ driverId }) => driverId))) queries.users.refreshLastReceived(driverId)
	return dropped.length
}

type File = Pick<Context, 'db' | 'queries'>

/** Rewrites the file, and then notes that this is done. Accounts may be deleted by another program in between. */
export function rewriteFile({ db, queries }: File, patienceMs = 0): ReturnType<Database['rewrite']> {
	const { rewriteDue, endRewriteDue } = queries.leaving
	const due = rewriteDue()
	const outcome = db.rewrite(patienceMs)
	try {
		if (outcome === 'done' && due) db.write(() => endRewriteDue(due.accounts))
		return outcome
	} catch {
		// The disk is full, say. What is noted is done again.
		return 'busy'
	}
}

/** `isRewriteDue`: something was deleted since the file was last rewritten. `isDone`: nothing is left to be read. */
export type Traces = { isRewriteDue: boolean; isDone: boolean }

/** `patienceMs`: how long to wait for readers. */
export function removeTraces(file: File, isRewriteDue: boolean, patienceMs = 0): Traces {
	const { db } = file
	// First, because while another program reads, each rewrite would make the log longer by the whole file.
	if (db.emptyWal(patienceMs) === 'busy') return { isRewriteDue, isDone: false }
	const isStillDue = isRewriteDue && rewriteFile(file, patienceMs) === 'busy'
	// Also when there was no room for the rewrite: it is the log that has taken the room.
	const isEmpty = !isRewriteDue || db.emptyWal(patienceMs) !== 'busy'
	return { isRewriteDue: isStillDue, isDone: isEmpty && !isStillDue }
}
