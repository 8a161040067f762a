import type { Command } from 'commander'
import { settings } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { allSpellings, spellingsOf } from '#server/settings/settings-help.ts'

type SettingKey = keyof typeof settings

/** Where the data are; with the second list, what is needed to write the address of this instance into a link. */
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
		const ownHelp = command.name() === 'serve' ? undefined : HELP_BESIDE_A_SERVER[key]
		const setting = ownHelp === undefined ? settings[key] : { ...settings[key], help: ownHelp }
		for (const { flag, help } of spellingsOf(setting)) command.option(flag, help)
	}
	return command
}

/** Commands listen nowhere and make no data folder. */
const HELP_BESIDE_A_SERVER: Partial<Record<SettingKey, string>> = {
	dataDir: 'Data folder of the server, with the database and backseat.toml in it.',
	port: 'Port on which the server listens.',
	host: 'Address on which the server listens.',
}

/** The settings given as flags of this command. Its other options are its own. */
export function flagsOf(command: Command): Flags {
	const byAttribute: Record<string, string | boolean> = command.opts()
	const names = new Set(allSpellings().map(({ name }) => name))
	const given = command.options.map((option) => [option.name(), byAttribute[option.attributeName()]] as const)
	return Object.fromEntries(given.filter(([name]) => names.has(name)))
}
