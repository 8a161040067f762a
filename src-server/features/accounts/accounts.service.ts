import {
	getUser,
	logOut,
	type OwnUser,
	type RecentRating,
	type SignedInUser,
	type VisibleUser,
	whoAmI,
} from '#contract/accounts.ts'
import { listUsers } from '#contract/drivers.ts'
import { foldedName } from '#contract/folded-name.ts'
import type { UserId } from '#contract/ids.ts'
import { DEMO_DRIVER_ID, GUEST_ID } from '#contract/known-ids.ts'
import { type Rename, rename } from '#contract/own-account.ts'
import type { PublicUser } from '#contract/public-user.ts'
import { markRatingsSeen, type SeenRatings } from '#contract/received-ratings.ts'
import { type CameIn, type Login, logIn, register, type SignUp, signUp } from '#contract/sign-in.ts'
import { isMember } from '#db/member.ts'
import type { Context } from '#server/context.ts'
import { type Feature, keptRoute, type Passing, passing, type Received, route } from '#server/http/calls/route.ts'
import type { Client, Viewer } from '#server/http/client.ts'
import { notFound, notSignedIn, refusal } from '#server/http/problems.ts'
import { refusePasswords } from './credentials.ts'
import type { JoinCaller, Joining } from './joining.ts'
import { membersCalled } from './member-search.ts'
import { isRightPassword } from './password-check.ts'
import type { UserRow } from './users.queries.ts'
import { type LoginCaller, ownUser, publicUser, randomAvatar, renameMember, startSession } from './users.ts'

const SEARCH_MIN = 2
const TOLD_MS = 90 * 86_400_000

export function accountService(
	context: Context,
	{
		joining,
		adoptGuestRatings,
		recentRatingOf,
	}: {
		joining: Joining
		adoptGuestRatings: LoginCaller['adoptGuestRatings']
		recentRatingOf: (driverId: UserId, viewer: Viewer) => RecentRating | null | undefined
	},
) {
	const { db, queries, limits, passwords, config, clock } = context

	const memberWith = async (username: string, password: string, address: string): Promise<UserRow> => {
		const found = queries.users.userByUsername(username)
		const hash = found?.passwordHash ?? null
		const isRight = await isRightPassword(context, { username, password, address, hash })
		if (!isRight || !found || hash === null) throw refusal({ status: 401, reason: 'wrong_credentials' })
		const fresh = passwords.isOutdated(hash) ? await passwords.hash(password) : hash
		const user = queries.users.userById(found.id)
		// Hashing is slow. If the password was changed or the account deleted meanwhile, check against the current row.
		if (user?.passwordHash !== hash) return memberWith(username, password, address)
		if (fresh !== hash) db.write(() => queries.users.setPasswordHash(user.id, fresh))
		return user
	}

	const maySeeClaimLink = (ghost: UserRow, { userId, guestKey }: Viewer): boolean => {
		if (userId !== null && ghost.createdById === userId) return true
		// The person who held the replaced link by mistake may have rated the ghost.
		if (ghost.isTokenForCreatorOnly) return false
		if (config.signup === 'open') return queries.ratings.hasRated(ghost.id, { userId, guestKey })
		// A claim link admits newcomers, so a guest must not get one by rating a ghost.
		return userId !== null && queries.ratings.hasRated(ghost.id, { userId, guestKey: null })
	}

	const membersFound = async (text: string, limit: number): Promise<PublicUser[]> => {
		const called = await membersCalled(context, text, { after: '', limit })
		const exact = queries.users.userByUsername(foldedName(text))
		const first = exact && isMember(exact) ? [exact.id] : []
		return [...new Set([...first, ...called])]
			.slice(0, limit)
			.flatMap((id) => queries.users.userById(id) ?? [])
			.map(publicUser)
	}

	return {
		/** Every failure throws the same 401 after the same time, so that callers cannot test which names exist. */
		async logIn({ username, password }: Login, caller: JoinCaller & Pick<Client, 'isDesktopWindow'>): Promise<CameIn> {
			const { address, viewer, openSession } = caller
			refusePasswords(config, caller)
			limits.login.check(address)
			const user = await memberWith(username, password, address)
			return db.write(() => startSession(user, { viewer, openSession, adoptGuestRatings }))
		},

		async signUp(
			{ invite, username, password, email, avatarId }: SignUp,
			{ address, viewer, openSession, isDesktopWindow }: JoinCaller & Pick<Client, 'isDesktopWindow'>,
		): Promise<CameIn> {
			refusePasswords(config, { isDesktopWindow })
			joining.begin({ invite, username }, address)
			const passwordHash = await passwords.hash(password)
			const member = { username, email, passwordHash, avatarId: avatarId ?? randomAvatar() }
			return joining.join(member, { invite, viewer, openSession })
		},

		me(me: UserId): Omit<SignedInUser, 'isHost' | 'reportsWaiting'> {
			const user = queries.users.userById(me)
			if (!user) throw notSignedIn('no_session')
			const since = new Date(clock.now().getTime() - TOLD_MS)
			const usedResetLinks = queries.journal.resetLinksUsed(me, since).map(withWireMoment)
			const undoneClaims = queries.journal.claimsUndone(me, since).map(withWireMoment)
			const unseen = queries.ratings.unseenCountOf(me)
			const toReveal = queries.ghosts.ghostToReveal(me)
			return {
				...ownUser(user),
				...(unseen > 0 && { unseen }),
				newReplies: queries.ratings.newReplyCountOf(me),
				...(user.language !== null && { language: user.language }),
				...(usedResetLinks.length > 0 && { usedResetLinks }),
				...(undoneClaims.length > 0 && { undoneClaims }),
				...(toReveal !== undefined && { toReveal }),
			}
		},

		async directory(me: UserId | null, limit: number, search: string | undefined): Promise<PublicUser[]> {
			if (search !== undefined) {
				const text = search.trim()
				return me === null || text.length < SEARCH_MIN ? [] : membersFound(text, limit)
			}
			if (me !== null) {
				// Members first, so that ghosts cannot crowd them out.
				const members = queries.users.newestMembers(limit)
				const ghosts = members.length < limit ? queries.users.newestGhostsOf(me, limit - members.length) : []
				return [...members, ...ghosts].map(publicUser)
			}
			const demo = queries.users.userById(DEMO_DRIVER_ID)
			return demo ? [publicUser(demo)] : []
		},

		visibleUser(id: UserId | null, viewer: Viewer): VisibleUser | Passing<VisibleUser> {
			const user = id === null || id === GUEST_ID ? undefined : queries.users.userById(id)
			if (!user) throw notFound('user_not_found')
			if (user.id === viewer.userId) return ownUser(user)
			const { ghostClaimToken } = user
			const recentRating = recentRatingOf(user.id, viewer)
			const shown = { ...publicUser(user), ...(recentRating && { recentRating }) }
			if (ghostClaimToken === null) return recentRating === undefined ? shown : passing(shown)
			if (!maySeeClaimLink(user, viewer)) return passing(shown)
			const seen = { ...shown, ghostClaimToken }
			if (viewer.userId === null || user.createdById !== viewer.userId) return passing(seen)
			return passing({ ...seen, isRatedByOthers: queries.ghosts.isRatedByOthers(user.id, viewer.userId) })
		},

		rename(me: UserId, { username }: Rename): OwnUser {
			const user = renameMember(context, me, username)
			if (!user) throw notSignedIn()
			return ownUser(user)
		},

		/** Closing the notice leaves the ratings new; opening the profile marks them seen. */
		markRatingsSeen(me: UserId, { isOnProfile }: SeenRatings) {
			db.write(() => {
				if (isOnProfile) queries.ratings.markSeenBy(me)
				else queries.ratings.closeNoticeOf(me)
				queries.users.markRatingsSeen(me, queries.ratings.newestRatingIdOf(me))
			})
		},
	}
}

const withWireMoment = <Line extends { at: Date }>(line: Line) => ({ ...line, at: line.at.toISOString() })

type HostView = (me: UserId, client: Pick<Client, 'isDesktopWindow'>) => Pick<SignedInUser, 'isHost' | 'reportsWaiting'>

export function accountFeature(
	context: Context,
	{ hostView, ...parts }: Parameters<typeof accountService>[1] & { hostView: HostView },
): Feature {
	const accounts = accountService(context, parts)
	const signUpAndIn = ({ body, address, viewer, browser, isDesktopWindow }: Received<typeof signUp>) =>
		accounts.signUp(body, { address, viewer, openSession: browser.signIn, isDesktopWindow })
	return {
		routes: [
			route(logIn, ({ body, address, viewer, browser, isDesktopWindow }) =>
				accounts.logIn(body, { address, viewer, openSession: browser.signIn, isDesktopWindow }),
			),
			route(logOut, ({ browser, headers }) => {
				const ago = headers['Logged-Out-Ago']
				// A bad value, or a clock that was set back, must not keep a member signed in.
				return browser.signOut(ago === undefined ? undefined : Math.max(0, Number(ago) || 0))
			}),
			route(signUp, signUpAndIn),
			route(register, signUpAndIn),
			route(whoAmI, ({ me, isDesktopWindow }) => ({ ...accounts.me(me), ...hostView(me, { isDesktopWindow }) })),
			route(listUsers, ({ viewer, query }) => accounts.directory(viewer.userId, query.limit, query.search)),
			keptRoute(getUser, ({ params, viewer }) => accounts.visibleUser(params.id, viewer)),
			route(rename, ({ me, body }) => accounts.rename(me, body), { limit: context.limits.renames }),
			route(
				markRatingsSeen,
				({ me, body }) => {
					accounts.markRatingsSeen(me, body)
					return { success: true as const }
				},
				{ limit: context.limits.smallWrites },
			),
		],
	}
}
