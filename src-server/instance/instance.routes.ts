import { Elysia } from 'elysia'
import { Health, Instance, Ready } from '#contract/instance.ts'
import type { Database } from '#db/database.ts'
import type { Config } from '#server/config.ts'
import { VERSION } from '#server/version.ts'
import { instanceService } from './instance.service.ts'

export const instanceRoutes = (house: { config: Config; db: Database }) => {
	const instance = instanceService(house)
	return new Elysia({ name: 'instance' })
		.get('/instance', () => instance.about(), { response: Instance })
		.get('/health', () => ({ status: 'ok' as const, version: VERSION }), { response: Health })
		.get(
			'/ready',
			() => {
				instance.checkReady()
				return { status: 'ready' as const }
			},
			{ response: Ready },
		)
}
