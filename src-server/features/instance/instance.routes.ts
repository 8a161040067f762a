import { getHealth, getInstance, getReady } from '#contract/instance.ts'
import { route } from '#server/http/calls/route.ts'
import { VERSION } from '#server/version.ts'
import type { InstanceService } from './instance.service.ts'

export const instanceRoutes = ({ instance }: { instance: InstanceService }) => [
	route(getInstance, () => instance.about()),
	route(getHealth, () => ({ status: 'ok' as const, version: VERSION })),
	route(getReady, () => {
		instance.checkReady()
		return { status: 'ready' as const }
	}),
]
