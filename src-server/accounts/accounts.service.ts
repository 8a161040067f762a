import type { Login, OwnUser, PublicUser, Rename, SignUp, VisibleUser } from '#contract/accounts.ts'
import { DEMO_DRIVER_ID, GUEST_ID, type RatingId, type UserId } from '#contract/ids.ts'
import { RESERVED_USERNAMES } from '#contract/names.ts'
import type { Database } from '#db/database.ts'
import type { Rater } from '#server/platform/client.ts'
import { notAllowed, notFound, notSignedIn, Refusal, taken } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits.ts'
import { newUserId } from '#server/platform/tokens.ts'
import { accountQueries, type NewUserRow } from './accounts.queries.ts'
import { randomAvatar } from './avatars.ts'
import type { Passwords } from './passwords.ts'
import { ownUser, publicUser, type UserRow } from './user-views.ts'

const SEARCH_MIN = 2
const USERNAME_MAX = 50
const SLOW_ANSWER_MS = 2000

/** Gives a guest's rating to the member they turn out to be; does nothing when it is not theirs. */
export type KeepGuestRating = (ratingId: RatingId, guestKey: string | null, userId: UserId) => void

export type AccountService = ReturnType<typeof accountService>

export function accountService(house: {
	db: Database
	passwords: Passwords
	limits: RateLimits
	keepGuestRating: KeepGuestRating
	signup: 'open' | 'invite' | 'closed'
}) {
	const { db, passwords, limits, keepGuestRating, signup } = house
	const queries = accountQueries(db)

	/** Inserts a member under a free name. Inside one write transaction, so no two can have the same. */
	const addMember = (member: Omit<NewUserRow, 'id' | 'createdAt'>): UserRow =>
		db.write(() => {
			refuseTakenName(member.username, null)
			return queries.insertUser({ ...member, id: newUserId(), createdAt: new Date() })
		})

	const refuseTakenName = (username: string, owner: UserId | null) => {
		const holder = queries.userByUsername(username)
		if (RESERVED_USERNAMES.has(username.toLowerCase()) || (holder && holder.id !== owner))
			throw taken('Username already exists', 'username')
	}

	return {
		addMember,

		/** Throws the same 401, after the same time, for every reason why somebody cannot sign in. */
		async logIn({ username, password, ratingId }: Login, address: string, rater: Rater): Promise<OwnUser> {
			limits.login.check(address)
			// No account's name is longer; made-up ones must not fill the memory of the limits.
			const name = username.toLowerCase().slice(0, USERNAME_MAX)
			const guesser = `${name} ${address}`
			limits.loginFailures.begin(guesser)
			const user = queries.userByUsername(username)
			const isRight = await passwords.matches(password, user?.passwordHash ?? null).catch((error) => {
				limits.loginFailures.undo(guesser)
				throw error
			})
			if (!isRight || !user) {
				if (!limits.loginFailuresOfName.allows(name)) await Bun.sleep(SLOW_ANSWER_MS)
				throw new Refusal({ status: 401, code: 'wrong_credentials', message: 'Invalid username or password' })
			}
			limits.loginFailures.succeeded(guesser)
			if (user.passwordHash && passwords.isOutdated(user.passwordHash)) {
				const passwordHash = await passwords.hash(password)
				db.write(() => queries.setPasswordHash(user.id, passwordHash))
			}
			if (ratingId !== undefined) keepGuestRating(ratingId, rater.guestKey, user.id)
			return ownUser(user)
		},

		async signUp(
			{ username, password, email, avatarId, ratingId }: SignUp,
			address: string,
			rater: Rater,
		): Promise<OwnUser> {
			if (signup !== 'open')
				throw notAllowed('signup_closed', 'Signing up is by invitation here. Ask whoever runs this Backseat.')
			limits.newAccounts.check(address)
			limits.newAccountsDaily.check(address)
			refuseTakenName(username, null)
			const passwordHash = await passwords.hash(password)
			const user = addMember({ username, email, passwordHash, avatarId: avatarId ?? randomAvatar() })
			if (ratingId !== undefined) keepGuestRating(ratingId, rater.guestKey, user.id)
			return ownUser(user)
		},

		me(me: UserId | null): OwnUser {
			const user = me === null ? undefined : queries.userById(me)
			if (!user) throw notSignedIn('Not logged in')
			return ownUser(user)
		},

		/** The directory: for visitors only the demo driver; for members all members and their own ghosts. */
		directory(me: UserId | null, limit: number, search: string | undefined): PublicUser[] {
			if (search !== undefined) {
				const text = search.trim()
				return me === null || text.length < SEARCH_MIN ? [] : queries.membersMatching(text, limit).map(publicUser)
			}
			if (me !== null) return queries.membersAndGhostsOf(me, limit).map(publicUser)
			const demo = queries.userById(DEMO_DRIVER_ID)
			return demo ? [publicUser(demo)] : []
		},

		/** One user as this rater may see them. Only a ghost's circle (its creator and its raters) sees the claim token. */
		visibleUser(id: UserId | null, rater: Rater): VisibleUser {
			const user = id === null || id === GUEST_ID ? undefined : queries.userById(id)
			if (!user) throw notFound('User not found')
			if (user.id === rater.userId) return ownUser(user)
			const { ghostClaimToken } = user
			const isInCircle =
				ghostClaimToken !== null &&
				((rater.userId !== null && user.createdById === rater.userId) || queries.hasRated(user.id, rater))
			return isInCircle ? { ...publicUser(user), ghostClaimToken } : publicUser(user)
		},

		rename(id: UserId, me: UserId, { username }: Rename): OwnUser {
			if (id !== me) throw notAllowed()
			limits.renames.check(me)
			const user = db.write(() => {
				refuseTakenName(username, me)
				return queries.rename(me, username)
			})
			if (!user) throw notSignedIn()
			return ownUser(user)
		},

		markRatingsSeen(id: UserId, me: UserId) {
			if (id !== me) throw notAllowed()
			limits.smallWrites.check(me)
			db.write(() => queries.markRatingsSeen(me, queries.newestRatingIdOf(me)))
		},
	}
}
