import type { OwnUser } from '#contract/accounts.ts'
import { GUEST_ID, type UserId } from '#contract/ids.ts'
import { type PasswordReset, RESET_TOKEN, type ResetLookup } from '#contract/password-resets.ts'
import type { Database } from '#db/database.ts'
import { ownUser, type UserRow } from '#server/features/accounts/user-views.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { notFound } from '#server/http/problems.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'
import { passwordResetQueries } from './password-resets.queries.ts'

const RESET_MS = 3_600_000

/** The token of a link `/reset/{token}` with which this member sets a new password: once, within the hour. */
export function openReset(db: Database, userId: UserId): string {
	const { memberById, putReset } = passwordResetQueries(db)
	const { token, ...reset } = newReset()
	db.write(() => {
		if (!memberById(userId)) throw notFound('User not found')
		putReset({ userId, ...reset })
	})
	return token
}

/**
 * The same for a member who is known to be one; for null a token that opens nothing. Runs the same statements and waits
 * for the disk alike: whoever times the server shall not learn for whom there is a link.
 */
export function openResetOrNone(db: Database, userId: UserId | null): string {
	const { putReset, dropReset } = passwordResetQueries(db)
	const { token, ...reset } = newReset()
	db.write(() => {
		putReset({ userId: userId ?? GUEST_ID, ...reset })
		dropReset(GUEST_ID)
	})
	return token
}

function newReset() {
	const token = newLinkToken()
	const createdAt = new Date()
	return { token, tokenHash: tokenHash(token), createdAt, expiresAt: new Date(createdAt.getTime() + RESET_MS) }
}

export type PasswordResetService = ReturnType<typeof passwordResetService>

export function passwordResetService(house: {
	db: Database
	limits: RateLimits
	hashPassword: (password: string) => Promise<string>
	setPasswordHash: (userId: UserId, hash: string) => void
	endSessions: (userId: UserId) => void
}) {
	const { db, limits, hashPassword, setPasswordHash, endSessions } = house
	const queries = passwordResetQueries(db)

	/** The member behind a link. One answer for malformed, unknown, used, replaced and expired. */
	const memberBehind = (token: string): UserRow => {
		const user = RESET_TOKEN.test(token) ? queries.memberByReset(tokenHash(token), new Date()) : undefined
		if (!user) throw notFound('This reset link is invalid, has been used, or has expired.')
		return user
	}

	return {
		/** Looking uses nothing up: mail programs open links to see whether they are dangerous. */
		lookUp(token: string, address: string): ResetLookup {
			limits.resetLookups.check(address)
			const { username, avatarId } = memberBehind(token)
			return { username, avatarId }
		},

		/** Sets the password and ends every session; whoever stole one or knew the old password is out. */
		async reset({ token, password }: PasswordReset, address: string): Promise<OwnUser> {
			limits.resets.check(address)
			memberBehind(token)
			// Hashing takes a moment and must not hold the database: the link is checked again afterwards.
			const hash = await hashPassword(password)
			return db.write(() => {
				const user = memberBehind(token)
				queries.dropReset(user.id)
				setPasswordHash(user.id, hash)
				endSessions(user.id)
				return ownUser(user)
			})
		},

		dropReset: (userId: UserId) => db.write(() => queries.dropReset(userId)),
	}
}
