import type { OwnUser } from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import {
	type AccountChange,
	type AccountDeletion,
	changeAccount,
	changePassword,
	deleteAccount,
	endOtherSessions,
	exportOwnData,
	listSessions,
	type OwnSession,
	type PasswordChange,
} from '#contract/own-account.ts'
import type { Context } from '#server/context.ts'
import { type ProofRequest, type Prove, proofRequestOf } from '#server/features/accounts/proofs.ts'
import { browserName } from '#server/features/accounts/sessions/browser-names.ts'
import { ownUser } from '#server/features/accounts/users.ts'
import { type Feature, route, streamRoute } from '#server/http/calls/route.ts'
import { textStreams } from '#server/http/calls/text-streams.ts'
import { LONG_WRITE_SECONDS } from '#server/http/client.ts'
import { notSignedIn } from '#server/http/problems.ts'
import type { LongWrites } from '#server/long-writes/long-writes.ts'
import { ownDataJson, ownRatingsCsv } from './own-data.service.ts'

export function ownAccountService(
	context: Context,
	{ purge, longWrites, prove }: { purge: () => Promise<void>; longWrites: LongWrites; prove: Prove },
) {
	const { db, queries, limits, passwords, log } = context
	const downloads = textStreams({ atOnce: 20, ofOne: 2 })
	return {
		/** Changing the e-mail address takes a proof, because its mailbox receives reset links. */
		async change(me: UserId, change: AccountChange, from: ProofRequest): Promise<OwnUser> {
			const { avatarId, display_name: displayName, email, language, password, proof } = change
			const isLook = avatarId !== undefined || displayName !== undefined
			if (isLook) limits.renames.check(me)
			if (language !== undefined) limits.smallWrites.check(me)
			const refuseIfChanged = email === undefined ? () => {} : await prove(me, { proof, password }, from)
			const user = db.write(() => {
				refuseIfChanged()
				// Reset links mailed to the old address must stop working.
				if (email !== undefined) queries.passwordResets.dropReset(me)
				if (email !== undefined && email !== queries.users.userById(me)?.email) queries.emailChecks.forgetVerified(me)
				const isChange = isLook || email !== undefined || language !== undefined
				return isChange
					? queries.users.changeMember(me, { avatarId, displayName, email, language })
					: queries.users.userById(me)
			})
			if (!user) throw notSignedIn()
			return ownUser(user)
		},

		/** Ends every session; the route opens a new one for this browser. */
		async changePassword(me: UserId, { currentPassword, newPassword, proof }: PasswordChange, from: ProofRequest) {
			const refuseIfChanged = await prove(me, { proof, password: currentPassword, field: 'currentPassword' }, from)
			const fresh = await passwords.hash(newPassword)
			db.write(() => {
				// Fail the second of two concurrent changes.
				refuseIfChanged()
				queries.users.setPasswordHash(me, fresh)
				queries.sessions.deleteSessionsAndTokensOf(me)
				queries.passwordResets.dropReset(me)
			})
		},

		data(me: UserId, format: 'json' | 'csv'): { username: string; text: ReadableStream<Uint8Array<ArrayBuffer>> } {
			const username = queries.users.userById(me)?.username ?? ''
			const pieces = format === 'json' ? ownDataJson(context, me) : ownRatingsCsv(context, me)
			return { username, text: downloads.open(me, pieces) }
		},

		async leave(me: UserId, { password, ratings, proof }: AccountDeletion, from: ProofRequest) {
			const refuseIfChanged = await prove(me, { proof, password }, from)
			const name = queries.users.userById(me)?.username
			await longWrites.alone(async () => {
				refuseIfChanged()
				await longWrites.run('leave', me, ratings)
				await purge()
			})
			log.person(`${name} left`)
		},
	}
}

function ownSessionService({ db, queries: { sessions }, clock, config }: Context) {
	return {
		/** In a demo the others are other people's. */
		list(me: UserId, current: string | null): OwnSession[] {
			return sessions
				.liveSessionsOf(me, clock.now())
				.filter(({ tokenHash }) => !config.isDemo || tokenHash === current)
				.map(({ tokenHash, userAgent, createdAt }) => ({
					isCurrent: tokenHash === current,
					browser: browserName(userAgent),
					signedInAt: createdAt.toISOString(),
				}))
				.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent))
		},

		/** Limited only by address: a stolen session must not be able to use up the member's attempts to end it. */
		endOthers(me: UserId, current: string | null): number {
			return db.write(() => {
				const others = sessions.liveSessionsOf(me, clock.now()).filter(({ tokenHash }) => tokenHash !== current)
				sessions.deleteSessionsBut(me, current ?? '')
				return others.length
			})
		},
	}
}

export function ownAccountFeature(context: Context, leaving: Parameters<typeof ownAccountService>[1]): Feature {
	const account = ownAccountService(context, leaving)
	const sessions = ownSessionService(context)
	return {
		routes: [
			route(changeAccount, (request) => account.change(request.me, request.body, proofRequestOf(request))),
			route(changePassword, async (request) => {
				const { me, body, browser } = request
				await account.changePassword(me, body, proofRequestOf(request))
				browser.signIn(me)
				return { success: true as const }
			}),
			route(listSessions, ({ me, browser }) => sessions.list(me, browser.session())),
			route(endOtherSessions, ({ me, browser }) => ({ ended: sessions.endOthers(me, browser.session()) })),
			streamRoute(
				exportOwnData,
				({ me, query: { format }, setHeader }) => {
					const { username, text } = account.data(me, format)
					// Usernames contain only characters that are safe in headers and file names.
					setHeader('content-disposition', `attachment; filename="backseat-${username}.${format}"`)
					setHeader('content-type', format === 'json' ? 'application/json' : 'text/csv; charset=utf-8')
					return text
				},
				{ limit: context.limits.ownData },
			),
			route(deleteAccount, async (request) => {
				const { me, body, browser, stayConnected } = request
				stayConnected(LONG_WRITE_SECONDS)
				await account.leave(me, body, proofRequestOf(request))
				browser.signOut()
				return { success: true as const }
			}),
		],
	}
}
