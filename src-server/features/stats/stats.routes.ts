import { Elysia } from 'elysia'
import { idFromText } from '#contract/ids.ts'
import { Average } from '#contract/ratings.ts'
import { DriverStats } from '#contract/stats.ts'
import type { StatsService } from './stats.service.ts'

export const statsRoutes = ({ stats }: { stats: StatsService }) =>
	new Elysia({ name: 'stats' })
		.get('/drivers/:id/stats', ({ params }) => stats.statsOf(idFromText(params.id)), { response: DriverStats })
		.get('/ratings/driver/:id/average', ({ params }) => stats.averageOf(idFromText(params.id)), { response: Average })
