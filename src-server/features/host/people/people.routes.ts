import {
	listPeople,
	makeHost,
	makeResetLink,
	removePerson,
	renamePerson,
	signOutPerson,
	unmakeHost,
} from '#contract/host/people.ts'
import type { UserId } from '#contract/ids.ts'
import { route } from '#server/http/calls/route.ts'
import { LONG_WRITE_SECONDS } from '#server/http/client.ts'
import { type PeopleService, removedView } from './people.service.ts'

const host = (me: UserId) => ({ by: 'host', id: me }) as const

export const peopleRoutes = ({ people }: { people: PeopleService }) => [
	route(listPeople, ({ query }) => people.list(query)),
	route(makeResetLink, ({ me, params }) => ({ token: people.makeResetLink(host(me), params.id) })),
	route(renamePerson, ({ me, params, body }) => people.rename(host(me), params.id, body.username)),
	route(makeHost, ({ me, params }) => people.makeHost(host(me), params.id)),
	route(unmakeHost, ({ me, params }) => people.unmakeHost(host(me), params.id)),
	route(signOutPerson, ({ me, params }) => ({ ended: people.signOut(host(me), params.id) })),
	route(removePerson, async ({ me, params, body, client }) => {
		client.stayConnected(LONG_WRITE_SECONDS)
		return removedView(await people.remove(host(me), params.id, body))
	}),
]
