import { Elysia } from 'elysia'
import * as v from 'valibot'
import { Login, OwnUser, PublicUser, Rename, SignUp, UserSearch, VisibleUser } from '#contract/accounts.ts'
import { idFromText } from '#contract/ids.ts'
import { Success } from '#contract/problems.ts'
import { idOfWrite, limitFrom } from '#server/http/addresses/addresses.ts'
import { addressKey } from '#server/http/client.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import type { AccountService } from './accounts.service.ts'

export const accountsRoutes = ({ accounts, identity }: { accounts: AccountService; identity: Identity }) =>
	new Elysia({ name: 'accounts' })
		.use(identified(identity))
		.post(
			'/login',
			async ({ body, client, viewer, request }) => {
				const user = await accounts.logIn(body, addressKey(client), viewer)
				identity.signIn(request, user.id)
				return user
			},
			{ body: Login, response: OwnUser },
		)
		.post(
			'/logout',
			({ request, status }) => {
				identity.signOut(request)
				return status(204, undefined)
			},
			{ response: { 204: v.undefined() } },
		)
		.post(
			'/users',
			async ({ body, client, viewer, request, status }) => {
				const user = await accounts.signUp(body, addressKey(client), viewer)
				identity.signIn(request, user.id)
				return status(201, user)
			},
			{ body: SignUp, response: { 201: OwnUser } },
		)
		.post(
			// The spec's second name for signing up: a browser that remembers a user whom the server has lost.
			'/register',
			async ({ body, client, viewer, request, status }) => {
				const user = await accounts.signUp(body, addressKey(client), viewer)
				identity.signIn(request, user.id)
				return status(201, user)
			},
			{ body: SignUp, response: { 201: OwnUser } },
		)
		.get('/user', ({ viewer }) => accounts.me(viewer.userId), { response: OwnUser })
		.get('/users', ({ viewer, query }) => accounts.directory(viewer.userId, limitFrom(query.limit), query.search), {
			query: UserSearch,
			response: v.array(PublicUser),
		})
		.get('/users/:id', ({ params, viewer }) => accounts.visibleUser(idFromText(params.id), viewer), {
			response: VisibleUser,
		})
		.put('/users/:id', ({ params, me, body }) => accounts.rename(idOfWrite(params.id), me, body), {
			member: true,
			body: Rename,
			response: OwnUser,
		})
		.post(
			'/users/:id/mark-ratings-seen',
			({ params, me }) => {
				accounts.markRatingsSeen(idOfWrite(params.id), me)
				return { success: true as const }
			},
			{ member: true, response: Success },
		)
