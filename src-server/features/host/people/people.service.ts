import {
	listPeople,
	makeHost,
	makeResetLink,
	type PeoplePage,
	type Person,
	type Removal,
	type Removed,
	removePerson,
	renamePerson,
	signOutPerson,
	unmakeHost,
} from '#contract/host/people.ts'
import type { UserId } from '#contract/ids.ts'
import { isMember } from '#db/member.ts'
import type { Context } from '#server/context.ts'
import { refuseLastHost } from '#server/features/accounts/last-host.ts'
import { membersCalled } from '#server/features/accounts/member-search.ts'
import { issuerInWords } from '#server/features/accounts/oidc/issuers.ts'
import type { UserRow } from '#server/features/accounts/users.queries.ts'
import { addMember, renameMember } from '#server/features/accounts/users.ts'
import type { PersonRow } from '#server/features/host/host.queries.ts'
import { type Actor, asHost, noteInJournal, type TERMINAL } from '#server/features/journal/journal.ts'
import type { Leaving } from '#server/features/own-account/leaving/leave.ts'
import { openReset } from '#server/features/password-resets/open-reset.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import { LONG_WRITE_SECONDS } from '#server/http/client.ts'
import { conflict, notFound } from '#server/http/problems.ts'
import { PAGE_AND_ONE, pageOf } from '#server/list-page.ts'
import type { LongWrites } from '#server/long-writes/long-writes.ts'

/**
 * Used by hosts in the browser and by `backseat user`. `purge` removes the remains of deleted accounts from the disk
 * (purging.ts).
 */
export function peopleService(
	context: Context,
	{ purge, longWrites }: { purge: () => Promise<void>; longWrites: LongWrites },
) {
	const { db, queries, config } = context

	const personViews = (rows: readonly PersonRow[]): Person[] => {
		const issuers = Map.groupBy(queries.identities.issuersOf(rows.map(({ id }) => id)), ({ userId }) => userId)
		const connected = (id: UserId) => (issuers.get(id) ?? []).map(({ issuer }) => issuerInWords(issuer, config))
		const tokens = new Map(
			queries.accessTokens.tokenCounts(rows.map(({ id }) => id)).map(({ userId, count }) => [userId, count]),
		)
		return rows.map((row) => personView(row, { connected: connected(row.id), readOnlyTokens: tokens.get(row.id) ?? 0 }))
	}
	const viewOf = (row: PersonRow): Person => personViews([row])[0] as Person

	const memberAt = (id: UserId): UserRow => {
		const member = queries.users.userById(id)
		if (!member || !isMember(member)) throw notFound('account_not_found')
		return member
	}

	const act = <T>(id: UserId, work: (member: UserRow) => T): T => db.write(() => work(memberAt(id)))

	const setHost = (actor: Actor, member: UserRow, isHost: boolean): Person => {
		if (member.isHost !== isHost) {
			queries.hosts.setHost(member.id, isHost)
			// A host who regains the role has to confirm the password again.
			if (!isHost) queries.hosts.forgetConfirmations(member.id)
			noteInJournal(context, actor, { act: isHost ? 'host_made' : 'host_unmade', subject: member })
		}
		return viewOf({ ...member, isHost })
	}

	/** Members after `after` in username order whose names contain `text`. */
	const peopleWith = async (text: string, after: string): Promise<PersonRow[]> => {
		if (text === '') return queries.people.peopleAfter(after, PAGE_AND_ONE)
		const ids = await membersCalled(context, text, { after, limit: PAGE_AND_ONE })
		return ids.flatMap((id) => queries.users.userById(id) ?? [])
	}

	return {
		async list({
			search = '',
			after = '',
		}: {
			search?: string | undefined
			after?: string | undefined
		}): Promise<PeoplePage> {
			const { rows, last } = pageOf(await peopleWith(search.trim(), after))
			return { people: personViews(rows), hasMore: last !== null }
		},

		create(
			actor: Actor,
			{ isHost, ...member }: Pick<UserRow, 'username' | 'email' | 'avatarId' | 'isHost'> & { passwordHash: string },
		): Person {
			return db.write(() => {
				const made = addMember(context, member)
				noteInJournal(context, actor, { act: 'account_created', subject: made })
				return setHost(actor, made, isHost)
			})
		},

		makeResetLink: (actor: Actor, id: UserId): string =>
			act(id, (member) => {
				noteInJournal(context, actor, { act: 'reset_link_made', subject: member })
				return openReset(context, id, actor)
			}),

		rename: (actor: Actor, id: UserId, username: string): Person =>
			act(id, (member) => {
				if (username === member.username) return viewOf(member)
				noteInJournal(context, actor, { act: 'account_renamed', subject: member, newName: username })
				return viewOf(renameMember(context, id, username) ?? member)
			}),

		makeHost: (actor: Actor, id: UserId): Person => act(id, (member) => setHost(actor, member, true)),

		unmakeHost: (actor: Actor, id: UserId): Person =>
			act(id, (member) => {
				refuseLastHost(context, member)
				return setHost(actor, member, false)
			}),

		signOut: (actor: Actor, id: UserId): number =>
			act(id, (member) => {
				refuseOwn(actor, id)
				const ended = queries.sessions.liveSessionsOf(id, context.clock.now()).length
				queries.sessions.deleteSessionsAndTokensOf(id)
				noteInJournal(context, actor, { act: 'signed_out_everywhere', subject: member })
				return ended
			}),

		async remove(...[actor, id, { ratings }]: ByHost | ByTerminal): Promise<Leaving> {
			return longWrites.alone(async () => {
				memberAt(id)
				refuseOwn(actor, id)
				const leaving = await longWrites.run('leave', id, ratings, actor)
				await purge()
				return leaving
			})
		},
	}
}

type ByHost = [actor: Actor, id: UserId, Removal]
type ByTerminal = [actor: typeof TERMINAL, id: UserId, { ratings: 'stay' | 'go' }]

export function peopleFeature(context: Context, leaving: Parameters<typeof peopleService>[1]): Feature {
	const people = peopleService(context, leaving)
	const limited = { limit: context.limits.smallWrites }
	return {
		routes: [
			route(listPeople, ({ query }) => people.list(query)),
			route(makeResetLink, ({ me, params }) => ({ token: people.makeResetLink(asHost(me), params.id) }), limited),
			route(renamePerson, ({ me, params, body }) => people.rename(asHost(me), params.id, body.username), limited),
			route(makeHost, ({ me, params }) => people.makeHost(asHost(me), params.id), limited),
			route(unmakeHost, ({ me, params }) => people.unmakeHost(asHost(me), params.id), limited),
			route(signOutPerson, ({ me, params }) => ({ ended: people.signOut(asHost(me), params.id) }), limited),
			route(
				removePerson,
				async ({ me, params, body, stayConnected }) => {
					stayConnected(LONG_WRITE_SECONDS)
					return removedView(await people.remove(asHost(me), params.id, body))
				},
				limited,
			),
		],
	}
}

/** Omits how many ratings the member gave. */
const removedView = ({ ratingsReceived, givenBack }: Leaving): Removed => ({
	ratings: ratingsReceived,
	givenBack: givenBack.map(({ id, name, ratings }) => ({ id, name, ratings })),
})

/** Keeps hosts from picking themselves in the list by mistake. Members delete their own account in the settings. */
function refuseOwn(actor: Actor, id: UserId) {
	if (actor.by === 'host' && actor.id === id) throw conflict('own_account')
}

const dayOf = (moment: Date) => moment.toISOString().slice(0, 10)

const DAY_MS = 86_400_000
/** Monday of the UTC week; `getUTCDay` counts from Sunday. */
const mondayOf = (day: Date) => new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * DAY_MS)

const personView = (
	{ id, username, displayName, avatarId, createdAt, lastSeenOn, isHost }: PersonRow,
	access: Pick<Person, 'connected' | 'readOnlyTokens'>,
): Person => ({
	id,
	username,
	display_name: displayName,
	avatarId,
	since: dayOf(createdAt),
	lastSeenWeek: lastSeenOn && dayOf(mondayOf(lastSeenOn)),
	isHost,
	...access,
})
