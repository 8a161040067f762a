import { type Config, readConfig } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'

/** Settings as an operator gives them, in up to three places. */
export type GivenSettings = { flags?: Record<string, string | boolean>; env?: Record<string, string>; toml?: string }

export const configOf = ({ flags = {}, env = {}, toml }: GivenSettings): Config =>
	readConfig({ flags, env, file: toml === undefined ? null : { path: '/data/backseat.toml', text: toml } })

/** The line and the exit code with which a start with these settings is refused. */
export function refusalOf(given: GivenSettings) {
	try {
		configOf(given)
	} catch (error) {
		if (error instanceof StartRefused) return { message: error.message, exitCode: error.exitCode }
		throw error
	}
	throw new Error('The start was not refused')
}
