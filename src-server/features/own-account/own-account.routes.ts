import {
	changeAccount,
	changePassword,
	deleteAccount,
	endOtherSessions,
	exportOwnData,
	listSessions,
} from '#contract/own-account.ts'
import { route } from '#server/http/calls/route.ts'
import { addressKey } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { OwnAccountService } from './own-account.service.ts'
import { ownRatingsCsv } from './own-data.service.ts'
import type { OwnPasswordService } from './own-password.service.ts'
import type { OwnSessionService } from './own-sessions.service.ts'

/** What only the owner of an account may do with it. */
export const ownAccountRoutes = (services: {
	ownAccount: OwnAccountService
	ownPassword: OwnPasswordService
	ownSessions: OwnSessionService
	identity: Identity
}) => {
	const { ownAccount, ownPassword, ownSessions, identity } = services
	return [
		route(changeAccount, ({ params, me, body, client }) => ownAccount.change(params.id, me, body, addressKey(client))),
		route(changePassword, async ({ params, me, body, client, request }) => {
			await ownPassword.change(params.id, me, body, addressKey(client))
			identity.signIn(request, me)
			return { success: true as const }
		}),
		route(listSessions, ({ params, me, request }) => ownSessions.list(params.id, me, identity.sessionOf(request))),
		route(endOtherSessions, ({ params, me, request }) => ({
			ended: ownSessions.endOthers(params.id, me, identity.sessionOf(request)),
		})),
		route(exportOwnData, ({ params, me, query, setHeader }) => {
			const data = ownAccount.data(params.id, me)
			// Usernames hold nothing that a header or a file system would stumble over.
			setHeader('content-disposition', `attachment; filename="backseat-${data.account.username}.${query.format}"`)
			if (query.format === 'json') return data
			setHeader('content-type', 'text/csv; charset=utf-8')
			return ownRatingsCsv(data)
		}),
		route(deleteAccount, async ({ params, me, body, client, request }) => {
			await ownAccount.leave(params.id, me, body, addressKey(client))
			identity.signOut(request)
			return { success: true as const }
		}),
	]
}
