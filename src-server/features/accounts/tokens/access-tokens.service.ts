import {
	ACCESS_TOKENS_MAX,
	type AccessToken,
	endAccessToken,
	listAccessTokens,
	makeAccessToken,
	type NewAccessToken,
} from '#contract/access-tokens.ts'
import type { UserId } from '#contract/ids.ts'
import type { Proof } from '#contract/proofs.ts'
import { optionalWrite } from '#db/file/optional-write.ts'
import type { Context } from '#server/context.ts'
import { type ProofRequest, type Prove, proofRequestOf } from '#server/features/accounts/proofs.ts'
import { type Feature, route } from '#server/http/calls/route.ts'
import type { TokenOwners } from '#server/http/identity/read-only-tokens.ts'
import { notFound, notSignedIn, refusal } from '#server/http/problems.ts'
import { newAccessToken, newUserId, tokenHash } from '#server/tokens.ts'
import type { AccessTokenRow } from './access-tokens.queries.ts'

const DAY_MS = 86_400_000

/** The day of use is the only thing that a read by token saves. */
export const tokenOwners = ({ db, clock, queries }: Context): TokenOwners => ({
	ownerOf(hash) {
		const token = queries.accessTokens.tokenByHash(hash)
		if (!token) return null
		const at = clock.now().getTime()
		const day = new Date(at - (at % DAY_MS))
		if (token.lastUsedOn?.getTime() !== day.getTime())
			optionalWrite(db, () => queries.accessTokens.noteUse(token.id, day))
		return token.userId
	},
})

function accessTokenService({ db, queries, clock }: Context, prove: Prove) {
	const { accessTokens, sessions } = queries
	return {
		list: (me: UserId): AccessToken[] => accessTokens.tokensOf(me).map(tokenShown),

		/** Takes a proof, like a new passkey: at an unlocked phone, another person could take the list along for good. */
		async make(
			me: UserId,
			{ name, proof }: { name: string; proof: Proof },
			from: ProofRequest,
		): Promise<NewAccessToken> {
			const refuseIfChanged = await prove(me, { proof }, from)
			const token = newAccessToken()
			return db.write(() => {
				refuseIfChanged()
				// A host may have signed the member out while the proof was checked.
				if (from.session === null || !sessions.sessionByHash(from.session)) throw notSignedIn()
				if (accessTokens.tokensOf(me).length >= ACCESS_TOKENS_MAX) throw tooManyTokens()
				const row = { id: newUserId(), userId: me, tokenHash: tokenHash(token), name, createdAt: clock.now() }
				return { ...tokenShown(accessTokens.insertToken(row)), token }
			})
		},

		end(me: UserId, id: number | null) {
			const isEnded = db.write(() => id !== null && accessTokens.deleteToken(id, me))
			if (!isEnded) throw notFound('token_not_found')
			return { success: true as const }
		},
	}
}

const tokenShown = ({ id, name, createdAt, lastUsedOn }: AccessTokenRow): AccessToken => ({
	id,
	name,
	createdAt: createdAt.toISOString(),
	lastUsedOn: lastUsedOn?.toISOString().slice(0, 10) ?? null,
})

const tooManyTokens = () =>
	refusal({
		status: 409,
		code: 'too_many',
		reason: 'too_many_tokens',
		params: { max: ACCESS_TOKENS_MAX },
	})

export function accessTokenFeature(context: Context, prove: Prove): Feature {
	const tokens = accessTokenService(context, prove)
	const limited = { limit: context.limits.smallWrites }
	return {
		routes: [
			route(listAccessTokens, ({ me }) => tokens.list(me)),
			route(makeAccessToken, (request) => tokens.make(request.me, request.body, proofRequestOf(request)), limited),
			route(endAccessToken, ({ me, params }) => tokens.end(me, params.tokenId), limited),
		],
	}
}
