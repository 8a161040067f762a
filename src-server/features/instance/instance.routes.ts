import { Elysia } from 'elysia'
import { Health, Instance, Ready } from '#contract/instance.ts'
import { VERSION } from '#server/version.ts'
import { type House, instanceService } from './instance.service.ts'

export const instanceRoutes = (house: House) => {
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
