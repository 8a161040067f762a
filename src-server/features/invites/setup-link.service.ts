import type { SignupMode } from '#contract/instance.ts'
import type { Database } from '#db/database.ts'
import { addressFromHere, sharedAddress } from '#server/http/addresses/own-addresses.ts'
import type { Config } from '#server/settings/config.ts'
import { newLinkToken, tokenHash } from '#server/tokens.ts'
import { inviteQueries } from './invites.queries.ts'

const SETUP_MINUTES = 30

/**
 * The token of the link with which the first member comes into a house that does not stand open; null when somebody
 * has an account, or anybody may make one. Each call makes the links before it worthless.
 */
export function setupToken(db: Database, signup: SignupMode): string | null {
	if (signup === 'open') return null
	const queries = inviteQueries(db)
	return db.write(() => {
		if (queries.hasMembers()) return null
		const token = newLinkToken()
		const now = new Date()
		queries.revokeSetupLinks(now)
		queries.insertInvite({
			tokenHash: tokenHash(token),
			isSetup: true,
			maxUses: 1,
			createdAt: now,
			expiresAt: new Date(now.getTime() + SETUP_MINUTES * 60_000),
		})
		return token
	})
}

/** What the start tells its operator beside the addresses. */
export function setupNotes(db: Database, config: Config): string[] {
	const token = setupToken(db, config.signup)
	const address = sharedAddress(config) ?? addressFromHere(config).replace(/\/$/, '')
	const words = `Nobody has an account yet. Make the first one here within ${SETUP_MINUTES} minutes:`
	return token === null ? [] : [`${words} ${address}/invite/${token}`]
}
