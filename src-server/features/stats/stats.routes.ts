import { getAverage, getStats } from '#contract/stats.ts'
import { route } from '#server/http/calls/route.ts'
import type { StatsService } from './stats.service.ts'

export const statsRoutes = ({ stats }: { stats: StatsService }) => [
	route(getStats, ({ params }) => stats.statsOf(params.id)),
	route(getAverage, ({ params }) => stats.averageOf(params.id)),
]
