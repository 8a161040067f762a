import type { UserId } from '#contract/ids.ts'
import { type Unclaimed, unclaim } from '#server/features/claims/undo-claim.ts'
import { waitingGhost } from '#server/features/drivers/unclaimed-ghosts.ts'
import { type Actor, noteInJournal } from '#server/features/journal/journal.ts'
import type { LongWriteContext } from '#server/long-writes/long-write-context.ts'

/** Returns the ghost to its creator, with its ratings and a new link. */
export const undoClaim = (context: LongWriteContext, actor: Actor, id: UserId): Unclaimed =>
	context.db.write(() => {
		const { users } = context.queries
		const ghost = users.userById(id)
		const claimer = ghost?.claimedById ? users.userById(ghost.claimedById) : undefined
		if (ghost && claimer) noteInJournal(context, actor, { act: 'claim_undone', subject: ghost, other: claimer })
		return unclaim(context, id)
	})

export const removeGhost = (context: LongWriteContext, actor: Actor, id: UserId): { ratingsDeleted: number } =>
	context.db.write(() => {
		const { queries, live } = context
		const ghost = waitingGhost(context, id)
		noteInJournal(context, actor, { act: 'ghost_deleted', subject: ghost })
		for (const member of queries.ghosts.membersListing(id)) live.notify(member, 'home')
		const ratingsDeleted = queries.leaving.dropRatingsOf([id])
		queries.users.deleteUsers([id])
		return { ratingsDeleted }
	})
