import { lookUpInvite } from '#contract/invites.ts'
import { route } from '#server/http/calls/route.ts'
import { addressKey } from '#server/http/client.ts'
import type { AdmissionService } from './admission.service.ts'

export const invitesRoutes = ({ admission }: { admission: AdmissionService }) => [
	route(lookUpInvite, ({ params, client }) => admission.lookUp(params.token, addressKey(client))),
]
