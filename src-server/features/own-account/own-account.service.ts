import type { OwnUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import type { AccountChange, AccountDeletion } from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import { ownUser } from '#server/features/accounts/user-views.ts'
import { textStreams } from '#server/http/calls/text-streams.ts'
import { notSignedIn } from '#server/http/problems.ts'
import { confirmedPassword } from './confirmed-password.ts'
import type { LongWrites } from './leaving/long-writes.ts'
import { ownDataJson, ownRatingsCsv } from './own-data.service.ts'

export type OwnAccountService = ReturnType<typeof ownAccountService>

/**
 * What members may do with their own account as a whole: change it, download what is kept about them, and delete it.
 * `purge` removes from the disk what is left there of a deleted account (purging.ts).
 */
export function ownAccountService(
	context: Context,
	{ purge, longWrites }: { purge: () => Promise<void>; longWrites: Pick<LongWrites, 'leave'> },
) {
	const { db, queries, limits } = context
	const downloads = textStreams({ atOnce: 20, ofOne: 2 })
	return {
		/**
		 * What is absent stays as it is. An e-mail address opens the account to whoever reads what is sent there, so
		 * setting or removing it takes the password; otherwise a password is ignored.
		 */
		async change(me: UserId, change: AccountChange, address: string): Promise<OwnUser> {
			const { avatarId, display_name: displayName, email, password = '' } = change
			const isLook = avatarId !== undefined || displayName !== undefined
			if (isLook) limits.renames.check(me)
			const refuseIfChanged =
				email === undefined ? () => {} : await confirmedPassword(context, { me, password, field: 'password', address })
			const user = db.write(() => {
				refuseIfChanged()
				// A link that was mailed to the address before must not open the account any more.
				if (email !== undefined) queries.passwordResets.dropReset(me)
				const isChange = isLook || email !== undefined
				return isChange ? queries.users.changeMember(me, { avatarId, displayName, email }) : queries.users.userById(me)
			})
			if (!user) throw notSignedIn()
			return ownUser(user)
		},

		/** A file, as it is read; its name is the member's. */
		data(me: UserId, format: 'json' | 'csv'): { username: string; text: ReadableStream<Uint8Array<ArrayBuffer>> } {
			limits.ownData.check(me)
			const username = queries.users.userById(me)?.username ?? ''
			const pieces = format === 'json' ? ownDataJson(context, me) : ownRatingsCsv(context, me)
			return { username, text: downloads.open(me, pieces) }
		},

		/** Deletes the account. Takes the password again: somebody else may hold an unlocked phone. */
		async leave(me: UserId, { password, ratings }: AccountDeletion, address: string) {
			const refuseIfChanged = await confirmedPassword(context, { me, password, field: 'password', address })
			await db.turns.alone(async () => {
				refuseIfChanged()
				await longWrites.leave(me, ratings)
				await purge()
			})
		},
	}
}
