import type { Command } from 'commander'
import { printable, printableJson } from '#server/process/log/printable-text.ts'
import { withRunningAddress } from '#server/process/running-address.ts'
import { type Config, loadConfig, settings } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { allSpellings, spellingsOf } from '#server/settings/settings-help.ts'

/*
 * What all commands share: settings as flags, and plain lines or JSON on standard output. Names, notes, paths and what
 * other programs said pass through here, so nothing is written to a terminal that it would obey instead of showing it.
 * A command that cannot do its work throws (StartRefused, DatabaseRefused, Refusal): cli.ts prints one line and
 * ends with its exit code. One that found something wrong, such as `doctor`, sets `process.exitCode`.
 */

type SettingKey = keyof typeof settings

/** Where the data lie, and what is needed to write the address of this instance into a link. */
export const DATA: SettingKey[] = ['dataDir']
export const DATA_AND_ADDRESS: SettingKey[] = [
	'dataDir',
	'publicUrl',
	'basePath',
	'port',
	'host',
	'lan',
	'tlsCert',
	'tlsKey',
]

/** Lets a command take these settings as flags; environment and backseat.toml count for all of them anyway. */
export function addSettings(command: Command, keys: readonly SettingKey[]): Command {
	for (const key of keys) {
		const setting = { ...settings[key], ...(command.name() === 'serve' ? {} : BESIDE_THE_SERVER[key]) }
		for (const { flag, help } of spellingsOf(setting)) command.option(flag, help)
	}
	return command
}

/** Commands listen nowhere and make no data folder. */
const BESIDE_THE_SERVER: Partial<Record<SettingKey, { help: string }>> = {
	dataDir: { help: 'Data folder of the server, with the database and backseat.toml in it.' },
	port: { help: 'Port on which the server listens.' },
	host: { help: 'Address on which the server listens.' },
}

/** The settings that stood on this command's line. Its other options are its own. */
export function flagsOf(command: Command): Flags {
	const byAttribute: Record<string, string | boolean> = command.opts()
	const names = new Set(allSpellings().map(({ name }) => name))
	const said = command.options.map((option) => [option.name(), byAttribute[option.attributeName()]] as const)
	return Object.fromEntries(said.filter(([name]) => names.has(name)))
}

/** What the flags of this command, the environment and backseat.toml say together. */
export const configOf = (command: Command): Config => loadConfig(flagsOf(command))

/** The same, with the address at which the server of that data folder really runs, if it does. */
export const configWithAddressOf = (command: Command): Config => withRunningAddress(configOf(command), flagsOf(command))

/** Room for two long paths. */
const LINE_MAX = 8192

/** One line, whatever is in it. `mark` stands before it as it is, in its colour. */
export function say(line: string, mark = '') {
	print(`${mark}${printable(line, LINE_MAX)}\n`)
}

export function sayLines(lines: readonly string[]) {
	for (const line of lines) say(line)
}

/** One line on standard error, where a command that ends well enough has something to remark. */
export function remark(line: string) {
	process.stderr.write(`${printable(line, LINE_MAX)}\n`)
}

export const sayJson = (value: unknown) => print(`${printableJson(value, 2)}\n`)

let taken: Promise<unknown> | null = null

function print(text: string) {
	if (!process.stdout.write(text))
		taken ??= new Promise((resolve) => process.stdout.once('drain', resolve).once('error', resolve))
}

/** Settles when whoever reads has taken it all, or is gone. A process that ends before takes the rest with it. */
export const allIsTaken = async () => {
	await taken
}
