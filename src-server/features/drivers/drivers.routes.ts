import {
	addGhost,
	changeGhost,
	deleteGhost,
	getHome,
	hideDriver,
	listHiddenDrivers,
	listOwnGhosts,
	replaceClaimLink,
	unhideDriver,
} from '#contract/drivers.ts'
import { answer, route, streamRoute } from '#server/http/calls/route.ts'
import type { Identity } from '#server/http/identity/identity.ts'
import type { GhostService } from './ghosts.service.ts'
import type { HiddenDriverService } from './hidden-drivers.service.ts'
import type { HomeService } from './home.service.ts'

export const driversRoutes = (services: {
	home: HomeService
	hiddenDrivers: HiddenDriverService
	ghosts: GhostService
	identity: Identity
}) => {
	const { home, hiddenDrivers, ghosts, identity } = services
	return [
		streamRoute(getHome, ({ viewer, request, setHeader }) => {
			identity.forgetDeadSession(request)
			const long = home.longHomeOf(viewer.userId)
			if (long) setHeader('content-type', 'application/json')
			return long ?? home.homeOf(viewer.userId)
		}),
		route(listHiddenDrivers, ({ me }) => hiddenDrivers.hiddenBy(me)),
		route(hideDriver, ({ body, me }) => {
			const { hidden, isNew } = hiddenDrivers.hide(body, me)
			return isNew ? answer(201, hidden) : answer(200, hidden)
		}),
		route(unhideDriver, ({ body, me }) => {
			hiddenDrivers.unhide(body, me)
			return { success: true as const }
		}),
		route(listOwnGhosts, ({ me }) => ghosts.ghostsOf(me)),
		route(addGhost, ({ body, me }) => ghosts.createGhost(body, me)),
		route(changeGhost, ({ params, body, me }) => ghosts.changeGhost(params.id, body, me)),
		route(deleteGhost, ({ params, me }) => {
			ghosts.deleteGhost(params.id, me)
			return undefined
		}),
		route(replaceClaimLink, ({ params, me }) => ghosts.rotateToken(params.id, me)),
	]
}
