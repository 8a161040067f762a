import { createApp } from '#server/app.ts'
import { createContext } from '#server/context.ts'
import { createPasswords } from '#server/features/accounts/passwords.ts'
import { startOpenings } from '#server/features/trips/openings.ts'
import { loadUi } from '#server/http/files/ui-files.ts'
import { createRateLimits } from '#server/http/limits/rate-limits.ts'
import type { Log } from '#server/http/request-log.ts'
import { drawingProcess } from '#server/operations/pictures/drawing-process.ts'
import { noCache } from '#server/operations/pictures/picture-cache.ts'
import { type Clock, systemClock } from '#server/process/clock.ts'
import type { OpenApp } from '#server/process/lifecycle.ts'
import { recurringJob } from '#server/process/recurring-job.ts'
import type { Config } from '#server/settings/config.ts'
import { demoData } from './demo-data.ts'
import { demoRibbon } from './ribbon.ts'
import { refuseOnSharedMember } from './shared-members.ts'

const HOUR_MS = 3_600_000
const AFTER_START_MS = 1000
/** How long requests of the round before may still read its data. */
const GRACE_MS = 60_000

/**
 * The server of `serve --demo`. Each full hour a new app over new data in memory takes the place of the one before: its
 * sessions, caches and signatures end with it. Limits stay.
 */
export async function openDemo(config: Config, log: Log, clock: Clock = systemClock): Promise<OpenApp> {
	const limits = createRateLimits(config.rateLimitScale)
	const passwords = createPasswords()
	const drawing = drawingProcess({ schedule: clock.schedule, warn: log.warn })
	const ending = new Set<() => Promise<void>>()

	function startRound() {
		const db = demoData(clock.now())
		const context = createContext({ db, config, log, clock, limits, passwords })
		const openings = startOpenings(context, { afterMs: AFTER_START_MS })
		const round = crypto.randomUUID()
		const app = createApp(context, {
			ui: loadUi(config.basePath, { hasServiceWorker: false, aboveApp: demoRibbon(round) }),
			drawing: { draw: drawing.draw, cache: noCache },
			openings,
			instanceId: round,
			refuse: refuseOnSharedMember,
		})
		return {
			fetch: app.fetch,
			endStreams: app.endStreams,
			async end() {
				await Promise.all([openings.stop(), app.stopNews()])
				await app.close()
				db.close()
			},
		}
	}

	let round = startRound()

	const hours = recurringJob(clock, {
		next: (last) => new Date((Math.floor((last ?? clock.now()).getTime() / HOUR_MS) + 1) * HOUR_MS),
		run: async () => {
			const before = round
			round = startRound()
			before.endStreams()
			const end = () => {
				timer.cancel()
				ending.delete(end)
				return before.end()
			}
			const timer = clock.schedule(() => void end().catch((error) => log.failure(NOT_ENDED, error)), GRACE_MS)
			ending.add(end)
			log.info('The full hour: the demo has forgotten everything and starts again.')
		},
		failed: (error) => log.failure('The demo could not start again', error),
	})

	return {
		fetch: (request, peer) => round.fetch(request, peer),
		endStreams: () => round.endStreams(),
		async close() {
			await hours.stop()
			drawing.stop()
			await Promise.all([round.end(), ...[...ending].map((end) => end())])
		},
	}
}

const NOT_ENDED = 'The data of the round before could not be closed'
