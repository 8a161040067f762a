import { claim, lookUpClaim } from '#contract/claims.ts'
import { answer, route } from '#server/http/calls/route.ts'
import { addressKey } from '#server/http/client.ts'
import type { ClaimService } from './claims.service.ts'

export const claimsRoutes = ({ claims }: { claims: ClaimService }) => [
	route(lookUpClaim, ({ params, client }) => claims.lookUp(params.token, addressKey(client))),
	route(claim, async ({ body, viewer, client }) => {
		const { isNewAccount, ...claimed } = await claims.claim(body, viewer.userId, addressKey(client))
		return isNewAccount ? answer(201, claimed) : answer(200, claimed)
	}),
]
