import { Elysia, ValidationError } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import { accountQueries } from './features/accounts/accounts.queries.ts'
import { accountsRoutes } from './features/accounts/accounts.routes.ts'
import { accountService } from './features/accounts/accounts.service.ts'
import { passwordCheck } from './features/accounts/password-check.ts'
import { passwords as createPasswords } from './features/accounts/passwords.ts'
import { sessionQueries } from './features/accounts/sessions.queries.ts'
import { sessionService } from './features/accounts/sessions.service.ts'
import { analyticsRoutes } from './features/analytics/analytics.routes.ts'
import type { Analytics } from './features/analytics/analytics.service.ts'
import { claimsRoutes } from './features/claims/claims.routes.ts'
import { claimService } from './features/claims/claims.service.ts'
import { driversRoutes } from './features/drivers/drivers.routes.ts'
import { ghostService } from './features/drivers/ghosts.service.ts'
import { hiddenDriverService } from './features/drivers/hidden-drivers.service.ts'
import { homeService } from './features/drivers/home.service.ts'
import { instanceRoutes } from './features/instance/instance.routes.ts'
import { admissionService } from './features/invites/admission.service.ts'
import { invitesRoutes } from './features/invites/invites.routes.ts'
import { leave } from './features/own-account/leaving/leaving.service.ts'
import { createLogEmptying } from './features/own-account/leaving/log-emptying.ts'
import { ownAccountRoutes } from './features/own-account/own-account.routes.ts'
import { ownAccountService } from './features/own-account/own-account.service.ts'
import { ownPasswordService } from './features/own-account/own-password.service.ts'
import { ownSessionService } from './features/own-account/own-sessions.service.ts'
import { forgotPasswordService } from './features/password-resets/forgot-password.service.ts'
import { passwordResetsRoutes } from './features/password-resets/password-resets.routes.ts'
import { passwordResetService } from './features/password-resets/password-resets.service.ts'
import { ratingQueries } from './features/ratings/ratings.queries.ts'
import { ratingsRoutes } from './features/ratings/ratings.routes.ts'
import { ratingService } from './features/ratings/ratings.service.ts'
import { statsRoutes } from './features/stats/stats.routes.ts'
import { statsService } from './features/stats/stats.service.ts'
import { sharedAddress } from './http/addresses/own-addresses.ts'
import { apiDocsEndpoint } from './http/api-docs/api-docs-endpoint.ts'
import { mountRoutes } from './http/calls/mount-routes.ts'
import { clientOf, withClient } from './http/client.ts'
import type { Ui } from './http/files/ui-files.ts'
import { createIdentity } from './http/identity/identity.ts'
import { createRateLimits, type RateLimits } from './http/limits/rate-limits.ts'
import { asRefusal, invalid, notFound, problemResponse, somethingWentWrong } from './http/problems.ts'
import { createLog, type Log } from './http/request-log.ts'
import { createRequestPipeline, type RequestHandler } from './http/request-pipeline.ts'
import { newestBackup } from './operations/backups/backup-folder.ts'
import { createPost } from './operations/mail/mail.service.ts'
import type { createMetrics } from './operations/metrics/metrics.service.ts'
import { metricsEndpoint } from './operations/metrics/metrics-endpoint.ts'
import { dataFileIn } from './process/data/data-file.ts'
import type { Schedule } from './process/delayed-jobs.ts'
import type { Config } from './settings/config.ts'

// Of many mistakes one is told. Unless NODE_ENV is production, Elysia prints the whole body once for each that was found.
v.setGlobalConfig({ abortEarly: true })

/** The whole of Backseat behind one function: what is asked for goes in, the answer comes out. */
export type App = {
	fetch: RequestHandler
	/** Writes at once what it still has to write, and then waits for what is to be sent elsewhere. */
	close(): Promise<void>
	/** Everything the API answers to; `body` is the schema of what it takes. */
	routes: { method: string; path: string; body: unknown }[]
}

export function createApp(house: {
	db: Database
	config: Config
	ui: Ui
	analytics: Analytics
	log?: Log
	limits?: RateLimits
	/** See instance-marker.ts; tests have no data folder. */
	instanceId?: string | undefined
	/** Brought along only where somebody asks for metrics: loading its library takes a while. */
	createMetrics?: typeof createMetrics
	/** What waits a while before it is done; tests wait for nothing. */
	schedule?: Schedule
}): App {
	const { db, config, ui, analytics, log = createLog(config) } = house
	const { limits = createRateLimits(config.rateLimitScale) } = house
	const identity = createIdentity(sessionService(db), config.basePath)
	const passwords = createPasswords()
	const rows = { ...accountQueries(db), ...ratingQueries(db) }

	const ratings = ratingService({ db, limits })
	const admission = admissionService({ db, limits, signup: config.signup })
	const isOwnPassword = passwordCheck({ passwords, limits })
	const accounts = accountService({
		db,
		passwords,
		isOwnPassword,
		limits,
		keepGuestRating: ratings.keepGuestRating,
		admission,
		signup: config.signup,
	})
	const passwordResets = passwordResetService({
		db,
		limits,
		hashPassword: passwords.hash,
		setPasswordHash: rows.setPasswordHash,
		endSessions: sessionQueries(db).deleteSessionsOf,
	})
	const post = createPost(config, log)
	const forgotPassword = forgotPasswordService({
		db,
		limits,
		userByUsername: rows.userByUsername,
		post: post?.bring ?? null,
		address: () => sharedAddress(config),
		schedule: house.schedule,
	})
	const ownPassword = ownPasswordService({ db, passwords, isOwnPassword, limits, dropReset: passwordResets.dropReset })
	const ownSessions = ownSessionService({ db })
	const logEmptying = createLogEmptying({ db, log, schedule: house.schedule })
	const ownAccount = ownAccountService({
		...{ db, limits, confirmed: ownPassword.confirmed, dropReset: passwordResets.dropReset },
		leave: (userId, given) => leave(db, userId, given),
		emptyLog: logEmptying.emptyLog,
	})
	const claims = claimService({
		db,
		limits,
		passwords,
		addMember: accounts.addMember,
		memberById: rows.userById,
		ratings: rows,
	})
	const home = homeService({ db })
	const hiddenDrivers = hiddenDriverService({ db, limits, driverOrClaimer: rows.driverOrClaimer })
	const ghosts = ghostService({ db, limits })
	const stats = statsService({ db, driverOrClaimer: rows.driverOrClaimer })

	const metrics = house.createMetrics?.({
		db,
		dataFile: dataFileIn(config.dataDir),
		hashing: passwords.load,
		newestBackup: () => newestBackup(config),
	})

	const api = new Elysia({ prefix: `${config.basePath}/api`, precompile: true })
		// What the log calls the request: 'users/:id' whatever stands there, '/api/ratings' with or without a slash.
		.onTransform(({ request, route }) => {
			clientOf(request).route = route.slice(config.basePath.length).replace(/\/$/, '')
		})
		// The request pipeline has read and checked the body already.
		.onParse(({ request }) => clientOf(request).body)
		.onError(({ error, code, request }) => {
			const refusal = code === 'NOT_FOUND' ? notFound('Not found') : (asRefusal(error) ?? refusedInput(error))
			const { requestId } = clientOf(request)
			if (!refusal) log.problem(requestId, request, error)
			return problemResponse(refusal ?? somethingWentWrong(), requestId)
		})

	const routes = [
		...accountsRoutes({ accounts, identity }),
		...ownAccountRoutes({ ownAccount, ownPassword, ownSessions, identity }),
		...passwordResetsRoutes({ passwordResets, forgotPassword, identity }),
		...invitesRoutes({ admission }),
		...driversRoutes({ home, hiddenDrivers, ghosts, identity }),
		...claimsRoutes({ claims }),
		...ratingsRoutes({ ratings, identity }),
		...statsRoutes({ stats }),
		...analyticsRoutes({ analytics, limits }),
		...instanceRoutes({ config, db, limits, instanceId: house.instanceId }),
	]
	mountRoutes(api, routes, identity)

	return {
		fetch: createRequestPipeline({
			...{ config, identity, ui, log, limits, counter: metrics?.counter },
			api: async (request) => api.handle(withLongHost(request)),
			endpoints: [
				...(metrics && config.metricsToken !== null ? [metricsEndpoint(config.metricsToken, metrics)] : []),
				...(config.apiDocs ? [apiDocsEndpoint(api, config.basePath)] : []),
			],
		}),
		close: async () => {
			logEmptying.stop()
			forgotPassword.sendAllNow()
			await Promise.all([analytics.close(), post?.close()])
		},
		routes: api.routes.map(({ method, path, hooks }) => ({ method, path, body: hooks.body })),
	}
}

/**
 * Elysia looks for the path from the URL's 11th character on, which `http://nas/` has at its 10th. A
 * request for so short a name gets a longer one; nothing after the request pipeline reads the name.
 */
function withLongHost(request: Request): Request {
	const { url, method, headers } = request
	if (url.indexOf('/', 8) >= 11) return request
	return withClient(new Request(url.replace('://', '://short.'), { method, headers }), clientOf(request))
}

/**
 * What was wrong with what somebody sent. Elysia's own answer would repeat the whole body, passwords included.
 * A response that breaks its schema is our bug, not theirs.
 */
function refusedInput(error: unknown) {
	if (!(error instanceof ValidationError) || error.type === 'response') return undefined
	const issue = error.valueError as v.BaseIssue<unknown> | undefined
	return invalid(issue?.message ?? 'Invalid input', issue && fieldOf(issue))
}

/** The dotted place of a mistake, up to where names begin that are the sender's own and may be anything. */
function fieldOf({ path }: v.BaseIssue<unknown>): string | undefined {
	const names = (path ?? []).map(({ key }) => String(key))
	const foreign = names.findIndex((name) => !/^\w{1,40}$/.test(name))
	return (foreign < 0 ? names : names.slice(0, foreign)).join('.') || undefined
}
