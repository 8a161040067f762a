import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { closest, distance } from 'fastest-levenshtein'
import { EXIT, type ExitCode } from '#contract/start-problems.ts'
import { StartRefused } from '#server/start-refused.ts'

/*
 * The three sources of a setting, with one spelling each: `--data-dir`, `BACKSEAT_DATA_DIR`, and `data-dir` in
 * backseat.toml.
 */

const ENV_PREFIX = 'BACKSEAT_'
/** Variables of install.sh, which may still be set in the shell that then starts the server. */
const OF_INSTALLER = new Set(['BACKSEAT_FOLDER', 'BACKSEAT_RELEASES'])

type Named = { name: string }
export const flagOf = ({ name }: Named) => `--${name}`
export const variableOf = ({ name }: Named) => ENV_PREFIX + name.toUpperCase().replaceAll('-', '_')

export const secretFileOf = ({ name }: Named): Named => ({ name: `${name}-file` })

export const namesFor = (settings: readonly (Named & { isSecret?: true })[]): string[] =>
	settings.flatMap((setting) => (setting.isSecret ? [setting.name, secretFileOf(setting).name] : [setting.name]))

/** Flags by setting name, without the dashes; a switch is `true`. */
export type Flags = Record<string, string | boolean | undefined>
export type Environment = Record<string, string | undefined>
export type ConfigFile = { path: string; text: string }

export function configFileIn(dataDir: string): ConfigFile | null {
	const path = join(dataDir, 'backseat.toml')
	try {
		// A missing or inaccessible folder, or a file in its stead, is reported when the data are opened.
		accessSync(dataDir, constants.X_OK)
		if (!existsSync(path)) return null
		return { path, text: readFileSync(path, 'utf8') }
	} catch (error) {
		const { code, path: unreadable } = error as NodeJS.ErrnoException
		if (unreadable === dataDir) return null
		throw new StartRefused(`Cannot read ${path} (${code}). Make it readable for this user.`, EXIT.badSetting)
	}
}

export type SettingSource = { texts: Map<string, string>; nameOf: (setting: Named) => string; exitCode: ExitCode }

export function flagSource(flags: Flags): SettingSource {
	return { texts: trimmed(Object.entries(flags)), nameOf: flagOf, exitCode: EXIT.badFlag }
}

export function envSource(env: Environment, names: readonly string[]): SettingSource {
	const nameByVariable = new Map(names.map((name) => [variableOf({ name }), name]))
	const ours = Object.entries(env).filter(
		([variable]) => variable.startsWith(ENV_PREFIX) && !OF_INSTALLER.has(variable),
	)
	const texts = ours.map(([variable, text]) => {
		const name = nameByVariable.get(variable)
		if (name !== undefined) return [name, text] as const
		const meant = nearestName(variable.slice(ENV_PREFIX.length), names)
		throw unknownSetting(variable, meant === null ? null : variableOf({ name: meant }))
	})
	return { texts: trimmed(texts), nameOf: variableOf, exitCode: EXIT.badSetting }
}

export function fileSource({ path, text }: ConfigFile, names: readonly string[]): SettingSource {
	const entries = Object.entries(parseToml(path, text))
	const unknown = entries.find(([name]) => !names.includes(name))?.[0]
	if (unknown !== undefined) {
		const meant = nearestName(unknown, names)
		throw unknownSetting(`${JSON.stringify(unknown)} in ${path}`, meant === null ? null : JSON.stringify(meant))
	}
	const texts = entries.map(([name, entry]) => [name, Array.isArray(entry) ? entry.join(',') : entry] as const)
	return { texts: trimmed(texts), nameOf: ({ name }) => `${name} in ${path}`, exitCode: EXIT.badSetting }
}

function unknownSetting(what: string, meant: string | null) {
	const guess = meant === null ? '' : ` Did you mean ${meant}?`
	return new StartRefused(`Unknown setting ${what}.${guess}`, EXIT.badSetting, { hint: "See 'backseat help'." })
}

/** Blank means unset, so that an empty line in a unit or compose file changes nothing; this also strips the CR of CRLF. */
function trimmed(entries: Iterable<readonly [string, unknown]>): Map<string, string> {
	const texts = new Map<string, string>()
	for (const [name, entry] of entries) {
		const text = entry === undefined ? '' : String(entry).trim()
		if (text !== '') texts.set(name, text)
	}
	return texts
}

function parseToml(path: string, text: string): object {
	try {
		return Bun.TOML.parse(text)
	} catch (error) {
		const reason = (error instanceof Error ? error.message : String(error)).split('\n')[0]
		throw new StartRefused(`${path} is not valid TOML: ${reason}`, EXIT.badSetting)
	}
}

const MOST_EDITS = 3
const MOST_OF_THE_WORD = 0.6

export function nearestName(typed: string, names: readonly string[]): string | null {
	const word = typed.toLowerCase().replaceAll('_', '-')
	const name = closest(word, names)
	const edits = distance(word, name)
	return edits <= MOST_EDITS && edits < MOST_OF_THE_WORD * Math.max(word.length, name.length) ? name : null
}
