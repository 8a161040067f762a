import { Elysia } from 'elysia'
import { Claim, Claimed, ClaimLookup } from '#contract/claims.ts'
import { addressKey } from '#server/http/client.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import type { ClaimService } from './claims.service.ts'

export const claimsRoutes = ({ claims, identity }: { claims: ClaimService; identity: Identity }) =>
	new Elysia({ name: 'claims', prefix: '/ghost-drivers/claim' })
		.use(identified(identity))
		.get('/:token', ({ params, client }) => claims.lookUp(params.token, addressKey(client)), { response: ClaimLookup })
		.post(
			'/',
			async ({ body, viewer, client, status }) => {
				const { isNewAccount, ...claimed } = await claims.claim(body, viewer.userId, addressKey(client))
				return isNewAccount ? status(201, claimed) : status(200, claimed)
			},
			{ body: Claim, response: { 200: Claimed, 201: Claimed } },
		)
