import type { Catalogue } from '#contract/text.ts'
import type { Database } from '#db/database.ts'
import { catalogueOf as builtCatalogue } from './catalogues.ts'
import { createPasswords, type Passwords } from './features/accounts/passwords.ts'
import { createLiveStreams, type LiveStreams } from './features/live/live-streams.ts'
import { createRateLimits, type RateLimits } from './http/limits/rate-limits.ts'
import type { Log } from './http/request-log.ts'
import { type Clock, systemClock } from './process/clock.ts'
import { createQueries, type Queries } from './queries.ts'
import type { Config } from './settings/config.ts'

export type Context = {
	db: Database
	queries: Queries
	limits: RateLimits
	passwords: Passwords
	config: Config
	log: Log
	clock: Clock
	live: LiveStreams
	/** Null in English. */
	catalogueOf(tag: string): Catalogue | null
	/** True in the desktop edition, where the data belong to the person at the computer. */
	isDesktop: boolean
}

export function createContext({
	db,
	config,
	log,
	clock = systemClock,
	limits = createRateLimits(config.rateLimitScale),
	passwords = createPasswords(),
	catalogueOf = builtCatalogue,
	isDesktop = false,
}: Pick<Context, 'db' | 'config' | 'log'> &
	Partial<Pick<Context, 'clock' | 'limits' | 'passwords' | 'catalogueOf' | 'isDesktop'>>): Context {
	const queries = createQueries(db, () => live.endWithoutSession())
	const live: LiveStreams = createLiveStreams({ db, queries, clock, log })
	return { db, queries, limits, passwords, config, log, clock, live, catalogueOf, isDesktop }
}
