import { Elysia } from 'elysia'
import { InviteLookup } from '#contract/invites.ts'
import { addressKey } from '#server/http/client.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import type { AdmissionService } from './admission.service.ts'

export const invitesRoutes = ({ admission, identity }: { admission: AdmissionService; identity: Identity }) =>
	new Elysia({ name: 'invites', prefix: '/invites' })
		.use(identified(identity))
		.get('/:token', ({ params, client }) => admission.lookUp(params.token, addressKey(client)), {
			response: InviteLookup,
		})
