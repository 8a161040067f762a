import type { Database } from '#db/database.ts'
import { freshDatabase } from '#db/testing/fresh-database.ts'
import { type Context, createContext } from '#server/context.ts'
import { createLog } from '#server/http/request-log.ts'
import { type Config, defaultConfig } from '#server/settings/config.ts'

/** The context of services, by default over an in-memory database. Rate limits are off and nothing is logged. */
export function testContext(
	settings: Partial<Config> = {},
	more: Partial<Pick<Context, 'clock'>> & { db?: Database } = {},
): Context {
	const { db = freshDatabase(), clock } = more
	const config: Config = { ...defaultConfig, rateLimitScale: 0, ...settings }
	const log = createLog(config, { write: () => {}, takeLost: () => 0 })
	return createContext({ db, config, log, clock })
}
