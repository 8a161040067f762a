import { EXIT, StartRefused } from './platform/start-refused.ts'

/*
 * The three places where an operator can say something, and the three spellings of a setting's name:
 * `--data-dir`, `BACKSEAT_DATA_DIR`, and `data-dir` in backseat.toml.
 */

const ENV_PREFIX = 'BACKSEAT_'

type Named = { name: string }
export const flagOf = ({ name }: Named) => `--${name}`
export const variableOf = ({ name }: Named) => ENV_PREFIX + name.toUpperCase().replaceAll('-', '_')

/** Flags by setting name, without the dashes; a switch is `true`. */
export type Flags = Record<string, string | boolean | undefined>
export type Environment = Record<string, string | undefined>
export type ConfigFile = { path: string; text: string }

/** What one place says: text by setting name; how it calls a setting and what the exit code is when that is wrong. */
export type Source = { said: Map<string, string>; nameOf: (setting: Named) => string; exitCode: number }

export function flagSource(flags: Flags): Source {
	return { said: trimmed(Object.entries(flags)), nameOf: flagOf, exitCode: EXIT.badFlag }
}

export function envSource(env: Environment, names: readonly string[]): Source {
	const nameByVariable = new Map(names.map((name) => [variableOf({ name }), name]))
	const ours = Object.entries(env).filter(([variable]) => variable.startsWith(ENV_PREFIX))
	const said = ours.map(([variable, text]) => {
		const name = nameByVariable.get(variable)
		if (!name) throw new StartRefused(`Unknown setting ${variable}. See 'backseat help'.`, EXIT.badSetting)
		return [name, text] as const
	})
	return { said: trimmed(said), nameOf: variableOf, exitCode: EXIT.badSetting }
}

export function fileSource({ path, text }: ConfigFile, names: readonly string[]): Source {
	const entries = Object.entries(parseToml(path, text))
	const unknown = entries.find(([name]) => !names.includes(name))?.[0]
	if (unknown !== undefined)
		throw new StartRefused(
			`Unknown setting ${JSON.stringify(unknown)} in ${path}. See 'backseat help'.`,
			EXIT.badSetting,
		)
	const said = entries.map(([name, entry]) => [name, Array.isArray(entry) ? entry.join(',') : entry] as const)
	return { said: trimmed(said), nameOf: ({ name }) => `${name} in ${path}`, exitCode: EXIT.badSetting }
}

/** Blank means unset, so that an empty line in a unit or compose file changes nothing; CRLF goes with the blanks. */
function trimmed(entries: Iterable<readonly [string, unknown]>): Map<string, string> {
	const said = new Map<string, string>()
	for (const [name, entry] of entries) {
		const text = entry === undefined ? '' : String(entry).trim()
		if (text !== '') said.set(name, text)
	}
	return said
}

function parseToml(path: string, text: string): object {
	try {
		return Bun.TOML.parse(text)
	} catch (error) {
		const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0]
		throw new StartRefused(`${path} is not valid TOML: ${reason}`, EXIT.badSetting)
	}
}
