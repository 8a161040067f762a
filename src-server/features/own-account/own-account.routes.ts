import {
	changeAccount,
	changePassword,
	deleteAccount,
	endOtherSessions,
	exportOwnData,
	listSessions,
} from '#contract/own-account.ts'
import { route, streamRoute } from '#server/http/calls/route.ts'
import { addressKey, LONG_WRITE_SECONDS } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { OwnAccountService } from './own-account.service.ts'
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
		route(changeAccount, ({ me, body, client }) => ownAccount.change(me, body, addressKey(client))),
		route(changePassword, async ({ me, body, client, request }) => {
			await ownPassword.change(me, body, addressKey(client))
			identity.signIn(request, me)
			return { success: true as const }
		}),
		route(listSessions, ({ me, request }) => ownSessions.list(me, identity.sessionOf(request))),
		route(endOtherSessions, ({ me, request }) => ({
			ended: ownSessions.endOthers(me, identity.sessionOf(request)),
		})),
		streamRoute(exportOwnData, ({ me, query: { format }, setHeader }) => {
			const { username, text } = ownAccount.data(me, format)
			// Usernames hold nothing that a header or a file system would stumble over.
			setHeader('content-disposition', `attachment; filename="backseat-${username}.${format}"`)
			setHeader('content-type', format === 'json' ? 'application/json' : 'text/csv; charset=utf-8')
			return text
		}),
		route(deleteAccount, async ({ me, body, client, request }) => {
			client.stayConnected(LONG_WRITE_SECONDS)
			await ownAccount.leave(me, body, addressKey(client))
			identity.signOut(request)
			return { success: true as const }
		}),
	]
}
