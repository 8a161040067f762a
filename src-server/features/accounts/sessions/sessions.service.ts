import { optionalWrite } from '#db/file/optional-write.ts'
import type { Context } from '#server/context.ts'
import type { Sessions } from '#server/http/identity/identity.ts'
import { SESSION_DAYS } from '#server/http/identity/identity.ts'
import { newToken, tokenHash } from '#server/tokens.ts'

const DAY_MS = 86_400_000
const RENEW_BELOW_DAYS = 15
const ABSOLUTE_DAYS = 90
const SESSIONS_MAX = 20
/** In a demo many visitors travel as the same member. */
const SESSIONS_MAX_IN_DEMO = 1000

/**
 * Sessions end after 30 days without use and after 90 days in any case. Renewing only below 15 days, and noting use once
 * a day, keeps polling from writing.
 */
export function sessionService({ db, clock, config, queries: { sessions } }: Context): Sessions {
	const sessionsMax = config.isDemo ? SESSIONS_MAX_IN_DEMO : SESSIONS_MAX
	return {
		open(userId, userAgent, signedInBy) {
			const token = newToken()
			const at = clock.now().getTime()
			db.write(() => {
				sessions.insertSession({
					tokenHash: tokenHash(token),
					userId,
					createdAt: new Date(at),
					lastUsedAt: new Date(at),
					expiresAt: new Date(at + SESSION_DAYS * DAY_MS),
					userAgent: userAgent?.slice(0, 300) ?? null,
					signedInBy,
				})
				sessions.deleteAllButNewest(userId, sessionsMax)
				sessions.seenOn(userId, new Date(startOfDay(at)))
			})
			return token
		},

		find(token) {
			const hash = tokenHash(token)
			const session = sessions.sessionByHash(hash)
			const at = clock.now().getTime()
			if (!session || session.expiresAt.getTime() <= at) return null
			const isRenewed = session.expiresAt.getTime() - at < RENEW_BELOW_DAYS * DAY_MS
			const latest = session.createdAt.getTime() + ABSOLUTE_DAYS * DAY_MS
			const expiresAt = Math.min(at + SESSION_DAYS * DAY_MS, latest)
			const canRenew = isRenewed && expiresAt > session.expiresAt.getTime()
			const isNewDay = startOfDay(at) > session.lastUsedAt.getTime()
			const { userId } = session
			if (!canRenew && !isNewDay) return { userId, isRenewed: false }
			const isSaved = optionalWrite(db, () => {
				if (isNewDay) sessions.seenOn(userId, new Date(startOfDay(at)))
				if (canRenew) sessions.renewSession(hash, new Date(at), new Date(expiresAt))
				else sessions.touchSession(hash, new Date(at))
			})
			return { userId, isRenewed: canRenew && isSaved }
		},

		close(tokens, ago) {
			db.write(() => {
				const latest = ago === undefined ? Number.POSITIVE_INFINITY : clock.now().getTime() - ago
				for (const hash of tokens.map(tokenHash)) {
					const session = sessions.sessionByHash(hash)
					if (session && session.createdAt.getTime() <= latest) sessions.deleteSession(hash)
				}
			})
		},
	}
}

const startOfDay = (at: number) => at - (at % DAY_MS)
