import { getAverage, getStats } from '#contract/stats.ts'
import { keptRoute } from '#server/http/calls/route.ts'
import type { StatsService } from './stats.service.ts'

export const statsRoutes = ({ stats }: { stats: StatsService }) => [
	keptRoute(getStats, ({ params }) => stats.statsOf(params.id)),
	keptRoute(getAverage, ({ params }) => stats.averageOf(params.id)),
]
