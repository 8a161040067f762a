import { addressOf, type Call } from '#contract/call.ts'
import { getHome } from '#contract/home.ts'
import type { UserId } from '#contract/ids.ts'
import { getStats } from '#contract/stats.ts'
import { addressKey, clientOf } from '#server/http/client.ts'
import type { RateLimits } from '#server/http/limits/rate-limits.ts'
import { notAllowed, refusal } from '#server/http/problems.ts'
import { isForApi, METRICS_PATH } from '#server/http/request-paths.ts'
import { ACCESS_TOKEN_START, tokenHash } from '#server/tokens.ts'

/** Identity's view of the tokens. */
export type TokenOwners = { ownerOf(tokenHash: string): UserId | null }

/** A token reads these, of drivers its owner only. */
export const CALLS_OF_TOKENS: readonly Call[] = [getHome, getStats]

const addressesFor = (owner: UserId) => [addressOf(getHome), addressOf(getStats, { params: { id: owner } })]

/** Only the scheme with our start is ours: a proxy in front may keep its own credentials in this header. */
const OURS = new RegExp(`^bearer +(${ACCESS_TOKEN_START}.*)$`, 'i')

/** The read-only token of a request; null if it has none. Addresses, cookies and bodies are never looked at. */
export function readOnlyTokenOf(request: Request): string | null {
	const header = request.headers.get('authorization')
	return header === null ? null : (OURS.exec(header)?.[1] ?? null)
}

/**
 * Decides alone about a request with a token, before any feature, and whatever cookies came along: identifies its owner if
 * it reads one of their two addresses as they are spelt, and otherwise throws. `path` is below the base path.
 */
export function readOnlyTokens({ ownerOf }: TokenOwners, limits: Pick<RateLimits, 'tokenFailures' | 'tokenReads'>) {
	return {
		identify(request: Request, token: string, path: string) {
			const client = clientOf(request)
			client.route = isForApi(path) ? '/api/*' : '/*'
			const hash = tokenHash(token)
			const owner = ownerOf(hash)
			if (owner === null) {
				// The operator's token for metrics may start like ours.
				if (path === METRICS_PATH) return
				limits.tokenFailures.check(addressKey(client))
				throw refusal({ status: 401, reason: 'unknown_token' })
			}
			limits.tokenReads.check(hash)
			if (request.method !== 'GET' || !addressesFor(owner).includes(path)) throw notAllowed('read_only_token')
			client.viewer = { userId: owner, guestKey: null }
			client.isByToken = true
		},
	}
}
