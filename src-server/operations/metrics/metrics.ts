import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Context } from '#server/context.ts'
import type { Answer } from '#server/http/answer.ts'
import { clientOf } from '#server/http/client.ts'
import { notSignedIn, problemAnswer } from '#server/http/problems.ts'
import type { RequestEntry } from '#server/http/request-log.ts'
import { METRICS_PATH } from '#server/http/request-paths.ts'
import type { Endpoint, RequestCounter } from '#server/http/request-pipeline.ts'
import { newestBackup } from '#server/operations/backups/backup-folder.ts'
import { dataFileIn, sizeOf } from '#server/process/data/data-file.ts'
import { VERSION } from '#server/version.ts'

/** `endpoint` is null unless the operator has set a token. */
export type Metrics = { counter: RequestCounter; endpoint: Endpoint | null }

/**
 * Bounds in seconds. Durable writes take milliseconds and password checks some 30 ms; half a second is too slow for any
 * request.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** Uses a registry of its own, without prom-client's default metrics, which are about Node. */
export function createMetrics({ queries, passwords, config, live }: Context): Metrics {
	const dataFile = dataFileIn(config.dataDir)
	const registry = new Registry()
	const counter = countRequests(registry)
	const ask = gauges(registry)

	ask('backseat_build_info', 'The version that runs; always 1.', 'version', () => ({ [VERSION]: 1 }))
	ask('backseat_accounts', 'People and names: members, and ghosts whom nobody has claimed yet.', 'kind', () => ({
		member: queries.metrics.members(),
		ghost: queries.metrics.unclaimedGhosts(),
	}))
	ask('backseat_ratings', 'Ratings that count on a card.', null, queries.metrics.ratings)
	ask('backseat_database_bytes', 'Size of the data file (main) and of its write-ahead log (wal).', 'file', () => ({
		main: sizeOf(dataFile),
		wal: sizeOf(`${dataFile}-wal`),
	}))
	ask('backseat_backup_timestamp_seconds', 'When the newest backup was made; 0 without one.', null, () => {
		const newest = newestBackup(config)
		return newest ? newest.at.getTime() / 1000 : 0
	})
	ask(
		'backseat_password_hashes',
		'Passwords being hashed (running), and those in the queue (waiting).',
		'state',
		passwords.load,
	)
	ask('backseat_live_streams', 'Streams of events that are open (GET /api/live).', null, live.count)
	measureProcess(registry, ask)
	return { counter, endpoint: config.metricsToken === null ? null : metricsEndpoint(config.metricsToken, registry) }
}

function countRequests(registry: Registry): RequestCounter {
	const registers = [registry]
	const requests = new Counter({
		name: 'backseat_http_requests_total',
		help: 'Requests answered. Routes are patterns; - is an address outside the base path or a foreign host name.',
		labelNames: ['method', 'route', 'status'],
		registers,
	})
	const seconds = new Histogram({
		name: 'backseat_http_request_duration_seconds',
		help: 'From the arrival of a request until its answer was ready.',
		labelNames: ['method', 'route'],
		buckets: BUCKETS,
		registers,
	})
	const inFlight = new Gauge({
		name: 'backseat_http_requests_in_flight',
		help: 'Requests that are being answered.',
		registers,
	})
	return {
		started: () => inFlight.inc(),
		answered: ({ method, route: asLogged, status, ms }: RequestEntry) => {
			const route = asLogged.startsWith('/assets/') ? '/assets/*' : asLogged
			inFlight.dec()
			requests.inc({ method, route, status })
			seconds.observe({ method, route }, ms / 1000)
		},
	}
}

function gauges(registry: Registry) {
	return (name: string, help: string, label: string | null, read: () => number | Record<string, number>) =>
		new Gauge({
			name,
			help,
			labelNames: label === null ? [] : [label],
			registers: [registry],
			collect() {
				const found = read()
				if (typeof found === 'number') this.set(found)
				else for (const [value, number] of Object.entries(found)) this.set({ [label ?? '']: value }, number)
			},
		})
}

function measureProcess(registry: Registry, ask: ReturnType<typeof gauges>) {
	const startedAt = Date.now() / 1000 - process.uptime()
	const delay = monitorEventLoopDelay({ resolution: 20 })
	delay.enable()

	ask('process_start_time_seconds', 'When the process started.', null, () => startedAt)
	ask('process_resident_memory_bytes', 'Memory the process has.', null, () => process.memoryUsage.rss())
	ask('backseat_event_loop_delay_seconds', 'How late timers were since the last scrape.', 'quantile', () => {
		const found = { '0.5': delay.percentile(50) / 1e9, '0.99': delay.percentile(99) / 1e9, '1': delay.max / 1e9 }
		delay.reset()
		return found
	})
	new Counter({
		name: 'process_cpu_seconds_total',
		help: 'Processor time the process has used.',
		registers: [registry],
		collect() {
			const { user, system } = process.cpuUsage()
			this.reset()
			this.inc((user + system) / 1e6)
		},
	})
}

function metricsEndpoint(token: string, registry: Registry): Endpoint {
	const expected = hash(token)
	const isAllowed = (request: Request) => {
		const [, brought = ''] = /^Bearer +(\S+)$/i.exec(request.headers.get('authorization') ?? '') ?? []
		return crypto.timingSafeEqual(hash(brought), expected)
	}
	return {
		handles: (path) => path === METRICS_PATH,
		handle: async (request) =>
			isAllowed(request)
				? { status: 200, body: await registry.metrics(), contentType: registry.contentType, caching: 'private' }
				: askForToken(clientOf(request).requestId),
	}
}

/** Hashes of equal length make the comparison take constant time. */
const hash = (text: string) => Bun.SHA256.hash(text)

function askForToken(requestId: string): Answer {
	const answer = problemAnswer(notSignedIn('metrics_token'), requestId)
	return { ...answer, headers: { ...answer.headers, 'WWW-Authenticate': 'Bearer' } }
}
