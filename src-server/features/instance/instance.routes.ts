import { getHealth, getInstance, getReady } from '#contract/instance.ts'
import { route } from '#server/http/calls/route.ts'
import { VERSION } from '#server/version.ts'
import { type House, instanceService } from './instance.service.ts'

export const instanceRoutes = (house: House) => {
	const instance = instanceService(house)
	return [
		route(getInstance, () => instance.about()),
		route(getHealth, () => ({ status: 'ok' as const, version: VERSION })),
		route(getReady, () => {
			instance.checkReady()
			return { status: 'ready' as const }
		}),
	]
}
