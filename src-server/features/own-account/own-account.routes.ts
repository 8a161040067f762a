import { Elysia } from 'elysia'
import * as v from 'valibot'
import { OwnUser } from '#contract/accounts.ts'
import { idFromText } from '#contract/ids.ts'
import { AccountChange, Goodbye, OwnData, OwnSession, PasswordChange, SessionsEnded } from '#contract/own-account.ts'
import { Success } from '#contract/problems.ts'
import { idOfWrite } from '#server/http/addresses/addresses.ts'
import { addressKey } from '#server/http/client.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import type { OwnAccountService } from './own-account.service.ts'
import { ownRatingsCsv } from './own-data.service.ts'
import type { OwnPasswordService } from './own-password.service.ts'
import type { OwnSessionService } from './own-sessions.service.ts'

const DataQuery = v.object({ format: v.optional(v.picklist(['json', 'csv'], 'Please choose json or csv'), 'json') })

/** What only the owner of an account may do with it. */
export const ownAccountRoutes = (services: {
	ownAccount: OwnAccountService
	ownPassword: OwnPasswordService
	ownSessions: OwnSessionService
	identity: Identity
}) => {
	const { ownAccount, ownPassword, ownSessions, identity } = services
	return new Elysia({ name: 'own-account', prefix: '/users/:id' })
		.use(identified(identity))
		.patch(
			'',
			({ params, me, body, client }) => ownAccount.change(idOfWrite(params.id), me, body, addressKey(client)),
			{ member: true, body: AccountChange, response: OwnUser },
		)
		.put(
			'/password',
			async ({ params, me, body, client, request }) => {
				await ownPassword.change(idOfWrite(params.id), me, body, addressKey(client))
				identity.signIn(request, me)
				return { success: true as const }
			},
			{ member: true, body: PasswordChange, response: Success },
		)
		.get(
			'/sessions',
			({ params, me, request }) => ownSessions.list(idFromText(params.id), me, identity.sessionOf(request)),
			{ member: true, response: v.array(OwnSession) },
		)
		.delete(
			'/sessions',
			({ params, me, request }) => ({
				ended: ownSessions.endOthers(idOfWrite(params.id), me, identity.sessionOf(request)),
			}),
			{ member: true, response: SessionsEnded },
		)
		.get(
			'/data',
			({ params, me, query, set }) => {
				const data = ownAccount.data(idFromText(params.id), me)
				// Usernames hold nothing that a header or a file system would stumble over.
				set.headers['content-disposition'] = `attachment; filename="backseat-${data.account.username}.${query.format}"`
				if (query.format === 'json') return data
				set.headers['content-type'] = 'text/csv; charset=utf-8'
				return ownRatingsCsv(data)
			},
			{ member: true, query: DataQuery, response: v.union([OwnData, v.string()]) },
		)
		.delete(
			'',
			async ({ params, me, body, client, request }) => {
				await ownAccount.leave(idOfWrite(params.id), me, body, addressKey(client))
				identity.signOut(request)
				return { success: true as const }
			},
			{ member: true, body: Goodbye, response: Success },
		)
}
