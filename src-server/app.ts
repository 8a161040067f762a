import { Elysia, ValidationError } from 'elysia'
import * as v from 'valibot'
import type { Database } from '#db/database.ts'
import { accountQueries } from './accounts/accounts.queries.ts'
import { accountsRoutes } from './accounts/accounts.routes.ts'
import { accountService } from './accounts/accounts.service.ts'
import { passwords as createPasswords } from './accounts/passwords.ts'
import { sessionService } from './accounts/sessions.service.ts'
import { analyticsRoutes } from './analytics/analytics.routes.ts'
import type { Analytics } from './analytics/analytics.service.ts'
import { claimsRoutes } from './claims/claims.routes.ts'
import { claimService } from './claims/claims.service.ts'
import type { Config } from './config.ts'
import { driversRoutes } from './drivers/drivers.routes.ts'
import { ghostService } from './drivers/ghosts.service.ts'
import { hiddenDriverService } from './drivers/hidden-drivers.service.ts'
import { homeService } from './drivers/home.service.ts'
import { instanceRoutes } from './instance/instance.routes.ts'
import { clientOf } from './platform/client.ts'
import { type Answer, frontDoor } from './platform/front-door.ts'
import { createIdentity } from './platform/identity.ts'
import { asRefusal, invalid, notFound, problemResponse, somethingWentWrong } from './platform/problems.ts'
import { createRateLimits, type RateLimits } from './platform/rate-limits.ts'
import { consoleLog, type Log } from './platform/request-log.ts'
import type { Ui } from './platform/ui-files.ts'
import { ratingQueries } from './ratings/ratings.queries.ts'
import { ratingsRoutes } from './ratings/ratings.routes.ts'
import { ratingService } from './ratings/ratings.service.ts'
import { statsRoutes } from './stats/stats.routes.ts'
import { statsService } from './stats/stats.service.ts'

/** The whole of Backseat behind one function: what is asked for goes in, the answer comes out. */
export type App = {
	fetch: Answer
	close(): Promise<void>
	/** Everything the API answers to. */
	routes: { method: string; path: string }[]
}

export function createApp(house: {
	db: Database
	config: Config
	ui: Ui
	analytics: Analytics
	log?: Log
	limits?: RateLimits
}): App {
	const { db, config, ui, analytics, log = consoleLog } = house
	const { limits = createRateLimits(config.rateLimitScale) } = house
	const identity = createIdentity(sessionService(db), config.basePath)
	const passwords = createPasswords()
	const rows = { ...accountQueries(db), ...ratingQueries(db) }

	const ratings = ratingService({ db, limits })
	const accounts = accountService({
		db,
		passwords,
		limits,
		keepGuestRating: ratings.keepGuestRating,
		signup: config.signup,
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

	const api = new Elysia({ prefix: `${config.basePath}/api`, precompile: true })
		// The front door has read and checked the body already.
		.onParse(({ request }) => clientOf(request).body)
		.onError(({ error, code, request }) => {
			const refusal = code === 'NOT_FOUND' ? notFound('Not found') : (asRefusal(error) ?? refusedInput(error))
			const { requestId } = clientOf(request)
			if (!refusal) log.problem(requestId, request, error)
			return problemResponse(refusal ?? somethingWentWrong(), requestId)
		})
		.use(accountsRoutes({ accounts, identity }))
		.use(driversRoutes({ home, hiddenDrivers, ghosts, identity }))
		.use(claimsRoutes({ claims, identity }))
		.use(ratingsRoutes({ ratings, identity }))
		.use(statsRoutes({ stats }))
		.use(analyticsRoutes({ analytics, identity }))
		.use(instanceRoutes({ config, db }))

	return {
		fetch: frontDoor({ config, identity, ui, log, limits, api: async (request) => api.handle(request) }),
		close: () => analytics.close(),
		routes: api.routes.map(({ method, path }) => ({ method, path })),
	}
}

/**
 * What was wrong with what somebody sent. Elysia's own answer would repeat the whole body, passwords included.
 * A response that breaks its schema is our bug, not theirs.
 */
function refusedInput(error: unknown) {
	if (!(error instanceof ValidationError) || error.type === 'response') return undefined
	const issue = error.valueError as v.BaseIssue<unknown> | undefined
	return invalid(issue?.message ?? 'Invalid input', (issue && v.getDotPath(issue)) ?? undefined)
}
