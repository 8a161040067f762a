import { Elysia } from 'elysia'
import * as v from 'valibot'
import { PublicUser } from '#contract/accounts.ts'
import { GhostWithToken, HiddenDriver, HiddenDriverChange, Home, NewGhost } from '#contract/drivers.ts'
import { idFromText, UserId } from '#contract/ids.ts'
import { Success } from '#contract/problems.ts'
import { idOfWrite } from '#server/http/addresses/addresses.ts'
import { type Identity, identified } from '#server/http/identity/identity.ts'
import type { GhostService } from './ghosts.service.ts'
import type { HiddenDriverService } from './hidden-drivers.service.ts'
import type { HomeService } from './home.service.ts'

const GhostsQuery = v.object({ creatorId: v.optional(v.string()) })

export const driversRoutes = (services: {
	home: HomeService
	hiddenDrivers: HiddenDriverService
	ghosts: GhostService
	identity: Identity
}) => {
	const { home, hiddenDrivers, ghosts, identity } = services
	return new Elysia({ name: 'drivers' })
		.use(identified(identity))
		.get(
			'/home',
			({ viewer, request }) => {
				identity.forgetDeadSession(request)
				return home.homeOf(viewer.userId)
			},
			{ response: Home },
		)
		.get('/hidden-drivers/:userId', ({ params, me }) => hiddenDrivers.hiddenBy(idFromText(params.userId), me), {
			member: true,
			response: v.array(UserId),
		})
		.post(
			'/hidden-drivers',
			({ body, me, status }) => {
				const { hidden, isNew } = hiddenDrivers.hide(body, me)
				return isNew ? status(201, hidden) : status(200, hidden)
			},
			{ member: 'to hide drivers', body: HiddenDriverChange, response: { 200: HiddenDriver, 201: HiddenDriver } },
		)
		.delete(
			'/hidden-drivers',
			({ body, me }) => {
				hiddenDrivers.unhide(body, me)
				return { success: true as const }
			},
			{ member: 'to unhide a driver', body: HiddenDriverChange, response: Success },
		)
		.get(
			'/ghost-drivers',
			({ query, me }) => ghosts.ghostsOf(query.creatorId === undefined ? me : idOfWrite(query.creatorId), me),
			{ member: true, query: GhostsQuery, response: v.array(PublicUser) },
		)
		.post('/ghost-drivers', ({ body, me, status }) => status(201, ghosts.createGhost(body, me)), {
			member: 'to add a driver',
			body: NewGhost,
			response: { 201: GhostWithToken },
		})
		.post('/ghost-drivers/:id/rotate-token', ({ params, me }) => ghosts.rotateToken(idOfWrite(params.id), me), {
			member: true,
			response: GhostWithToken,
		})
}
