import type { CameIn } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import type { Context } from '#server/context.ts'
import type { NewUserRow, UserRow } from './users.queries.ts'
import { addMember, type LoginCaller, refuseTakenName, startSession } from './users.ts'

/**
 * Who may sign up: `check` refuses early, `admit` within the transaction that makes the account. `isAdmitted`: something
 * else than an invitation has let them in.
 */
type Admission = {
	/** Without throwing. */
	isOpenTo(invite: string | undefined): boolean
	check(invite: string | undefined, isAdmitted?: boolean): void
	/** Whether it is the first account, made with the set-up link. */
	admit(invite: string | undefined, isAdmitted?: boolean): { isSetup: boolean }
}

/** From where a person comes in. */
export type Coming = { address: string } & Omit<LoginCaller, 'takeAlong'>

/** `invite`: the token of an invitation. */
type Wanted = { invite: string | undefined; username: string; isAdmitted?: boolean }

export type Joining = ReturnType<typeof createJoining>

/** The one way to become a member by signing up, whatever opens the account afterwards. Claims are another. */
export function createJoining(
	context: Context,
	parts: {
		admission: Admission
		takeAlong: LoginCaller['takeAlong']
		/** Within the transaction that makes the account. */
		makeFirstHost: (member: UserRow) => void
		/** What the operator is told of a first account without the set-up link. */
		firstAccountNotes: (member: Pick<UserRow, 'id' | 'username'>) => string[]
	},
) {
	const { admission, takeAlong, makeFirstHost, firstAccountNotes } = parts
	const { db, limits, log } = context
	const count = (address: string) => {
		limits.newAccounts.check(address)
		limits.newAccountsDaily.check(address)
	}
	return {
		/** One sign-up, from this address. */
		count,

		isOpenTo: admission.isOpenTo,

		/** Whether they may, and under that name: before anything is asked for that only an account needs. */
		check({ invite, username, isAdmitted }: Wanted) {
			admission.check(invite, isAdmitted)
			refuseTakenName(context, username, null)
		},

		/** The same, and counts one sign-up: before anything slow. */
		begin({ invite, username, isAdmitted }: Wanted, address: string) {
			admission.check(invite, isAdmitted)
			count(address)
			refuseTakenName(context, username, null)
		},

		/** Makes the account and lets its member in. `added` runs within the write: the account and what opens it, or neither. */
		join(
			member: Omit<NewUserRow, 'id' | 'createdAt'> & { id?: UserId },
			{ invite, isAdmitted, viewer, openSession }: Omit<Coming, 'address'> & Pick<Wanted, 'invite' | 'isAdmitted'>,
			added: (member: UserRow) => void = () => {},
		): CameIn {
			const cameIn = db.write(() => {
				const { isSetup } = admission.admit(invite, isAdmitted)
				const made = addMember(context, member)
				added(made)
				if (isSetup) makeFirstHost(made)
				return startSession(made, { viewer, openSession, takeAlong })
			})
			log.person(`${cameIn.username} joined`)
			for (const note of firstAccountNotes(cameIn)) log.person(note)
			return cameIn
		},
	}
}
