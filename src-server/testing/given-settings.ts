import { type Config, readConfig } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'

/** Settings from any of an operator's three sources. */
export type GivenSettings = { flags?: Record<string, string | boolean>; env?: Record<string, string>; toml?: string }

export const configOf = ({ flags = {}, env = {}, toml }: GivenSettings): Config =>
	readConfig({ flags, env, file: toml === undefined ? null : { path: '/data/backseat.toml', text: toml } })

/** The message and exit code that refuse a start with these settings. */
export function refusalOf(given: GivenSettings) {
	try {
		configOf(given)
	} catch (error) {
		if (error instanceof StartRefused) return { message: error.message, exitCode: error.exitCode }
		throw error
	}
	throw new Error('The start was not refused')
}
