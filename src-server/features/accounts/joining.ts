import type { UserId } from '#contract/ids.ts'
import type { CameIn } from '#contract/sign-in.ts'
import type { Context } from '#server/context.ts'
import { hostlessNotes } from './last-host.ts'
import type { NewUserRow, UserRow } from './users.queries.ts'
import { addMember, type LoginCaller, refuseTakenName, startSession } from './users.ts'

/**
 * `check` refuses early; `admit` decides inside the transaction that creates the account. `isAdmitted` means the
 * provider's settings already allow sign-up without an invitation.
 */
type Admission = {
	isOpenTo(invite: string | undefined): boolean
	check(invite: string | undefined, isAdmitted?: boolean): void
	admit(invite: string | undefined, isAdmitted?: boolean): { isSetup: boolean }
}

export type JoinCaller = { address: string } & Omit<LoginCaller, 'adoptGuestRatings'>

type Wanted = { invite: string | undefined; username: string; isAdmitted?: boolean }

export type Joining = ReturnType<typeof createJoining>

export function createJoining(
	context: Context,
	parts: {
		admission: Admission
		adoptGuestRatings: LoginCaller['adoptGuestRatings']
		makeFirstHost: (member: UserRow) => void
	},
) {
	const { admission, adoptGuestRatings, makeFirstHost } = parts
	const { db, limits, log } = context
	const count = (address: string) => {
		limits.newAccounts.check(address)
		limits.newAccountsDaily.check(address)
	}
	return {
		count,

		isOpenTo: admission.isOpenTo,

		/** Runs before the server sends a passkey or provider challenge. */
		check({ invite, username, isAdmitted }: Wanted) {
			admission.check(invite, isAdmitted)
			refuseTakenName(context, username, null)
		},

		begin({ invite, username, isAdmitted }: Wanted, address: string) {
			admission.check(invite, isAdmitted)
			count(address)
			refuseTakenName(context, username, null)
		},

		/** `added` runs in the same transaction, so the account never exists without its credential. */
		join(
			member: Omit<NewUserRow, 'id' | 'createdAt'> & { id?: UserId },
			{ invite, isAdmitted, viewer, openSession }: Omit<JoinCaller, 'address'> & Pick<Wanted, 'invite' | 'isAdmitted'>,
			added: (member: UserRow) => void = () => {},
		): CameIn {
			const cameIn = db.write(() => {
				const { isSetup } = admission.admit(invite, isAdmitted)
				const made = addMember(context, member)
				added(made)
				if (isSetup) makeFirstHost(made)
				return startSession(made, { viewer, openSession, adoptGuestRatings })
			})
			log.person(`${cameIn.username} joined`)
			for (const note of hostlessNotes(context, cameIn.username)) log.person(note)
			return cameIn
		},
	}
}
