import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { EXIT, type ExitCode } from '#contract/start-problems.ts'
import { StartRefused } from '#server/process/start-refused.ts'
import { type SettingSource, secretFileOf } from './setting-sources.ts'

/** One setting. `name` gives its three spellings (setting-sources.ts). */
export type Setting<Value> = {
	name: string
	/** What the value is, in the help: `--port <number>`. Null for a switch. */
	takes: string | null
	help: string
	initial: Value
	/** How the initial value reads in the help. */
	initialText: string
	/** Turns text into the value, or throws what it expected instead (setting-values.ts). */
	read: (text: string) => Value
	/** Never shown, not even in the line that refuses it. May be in its own file, named by `name`-file. */
	isSecret?: true
	/** Names of the settings without which this one means nothing. */
	needs?: readonly string[]
}

/** A setting's value, and the source's spelling of its name: '--port', 'BACKSEAT_PORT'. */
export type FoundSetting<Value> = {
	value: Value
	/** Null when no source has it and the value is the initial one. */
	by: string | null
	/** Which source it was, the strongest first; the number of sources when none did. */
	rank: number
	/** Of a start that this makes impossible. */
	exitCode: ExitCode
}

/** Takes a setting from the strongest source that has it. Weaker ones are not even read. */
export function settingFinder(strongestFirst: readonly SettingSource[]) {
	return <Value>(setting: Setting<Value>): FoundSetting<Value> => {
		for (const [rank, source] of strongestFirst.entries()) {
			const given = givenIn(setting, source)
			if (given) return { value: parse(setting, given, source), by: given.by, rank, exitCode: source.exitCode }
		}
		return { value: setting.initial, by: null, rank: strongestFirst.length, exitCode: EXIT.badSetting }
	}
}

type GivenText = { text: string; by: string }

function givenIn(setting: Setting<unknown>, { texts, nameOf, exitCode }: SettingSource): GivenText | null {
	const text = texts.get(setting.name)
	const file = secretFileOf(setting)
	const path = setting.isSecret ? texts.get(file.name) : undefined
	if (text !== undefined && path !== undefined) throw contradiction(nameOf(setting), nameOf(file), exitCode)
	if (path !== undefined) return { text: secretIn(resolve(path), nameOf(file)), by: `${nameOf(file)} (${path})` }
	return text === undefined ? null : { text, by: nameOf(setting) }
}

export const contradiction = (one: string, other: string, exitCode: ExitCode) =>
	new StartRefused(`${one} and ${other} contradict each other. Set one of them.`, exitCode)

/** Without the line end that editors and `echo` put behind it. An empty file is a mistake, unlike a blank value. */
function secretIn(path: string, calledBy: string): string {
	const text = textIn(path, calledBy).trim()
	if (text !== '') return text
	throw new StartRefused(`${path} is empty (${calledBy}). Put the secret into it, or unset that.`, EXIT.badSetting)
}

function textIn(path: string, calledBy: string): string {
	try {
		return readFileSync(path, 'utf8')
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		throw new StartRefused(
			`Cannot read ${path} (${calledBy}): ${code}. Name a file that this user may read.`,
			EXIT.badSetting,
		)
	}
}

function parse<Value>(setting: Setting<Value>, { text, by }: GivenText, { exitCode }: SettingSource): Value {
	try {
		return setting.read(text)
	} catch (error) {
		const expected = error instanceof Error ? error.message : String(error)
		const shown = setting.isSecret ? '' : `: ${JSON.stringify(text)}`
		throw new StartRefused(`Bad value for ${by}${shown}. Expected ${expected}.`, exitCode)
	}
}
