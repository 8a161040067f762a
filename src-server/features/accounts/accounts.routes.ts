import {
	getUser,
	listUsers,
	logIn,
	logOut,
	markRatingsSeen,
	register,
	rename,
	signUp,
	whoAmI,
} from '#contract/accounts.ts'
import type { UserId } from '#contract/ids.ts'
import { type Received, route } from '#server/http/calls/route.ts'
import { addressKey, type Client } from '#server/http/client.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { AccountService } from './accounts.service.ts'

export const accountsRoutes = (parts: {
	accounts: AccountService
	identity: Identity
	isHost: (me: UserId, client: Client) => boolean
}) => {
	const { accounts, identity, isHost } = parts
	const signUpAndIn = async ({ body, client, viewer, request }: Received<typeof signUp>) => {
		const user = await accounts.signUp(body, addressKey(client), viewer)
		identity.signIn(request, user.id)
		return user
	}

	return [
		route(logIn, async ({ body, client, viewer, request }) => {
			const user = await accounts.logIn(body, addressKey(client), viewer)
			identity.signIn(request, user.id)
			return user
		}),
		route(logOut, ({ request }) => {
			identity.signOut(request)
			return undefined
		}),
		route(signUp, signUpAndIn),
		route(register, signUpAndIn),
		route(whoAmI, ({ me, client }) => ({ ...accounts.me(me), isHost: isHost(me, client) })),
		route(listUsers, ({ viewer, query }) => accounts.directory(viewer.userId, query.limit, query.search)),
		route(getUser, ({ params, viewer }) => accounts.visibleUser(params.id, viewer)),
		route(rename, ({ me, body }) => accounts.rename(me, body)),
		route(markRatingsSeen, ({ me }) => {
			accounts.markRatingsSeen(me)
			return { success: true as const }
		}),
	]
}
