import type { Command } from 'commander'
import type { Context } from '#server/context.ts'
import { withRunningAddress } from '#server/process/running-address.ts'
import { type Config, type FoundSettings, loadConfig, loadSettings, settings } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { allSpellings, spellingsOf } from '#server/settings/settings-help.ts'
import { openExistingData } from './open-data.ts'
import { createOutput, type Terminal } from './output.ts'
import type { Question } from './prompts.ts'

export type CommandContext = ReturnType<typeof createCommandContext>

/**
 * What every command gets: its output, its settings, the data, and questions to the operator. A command that cannot
 * do its work throws (StartRefused, DatabaseRefused, Refusal): cli.ts prints one line and ends with its exit code. One
 * that reports something wrong, such as `doctor`, calls `endWith`.
 */
export function createCommandContext(terminal: Terminal) {
	const output = createOutput(terminal)
	const opened: Context[] = []
	let exitCode = 0

	/** What the flags of this command, the environment and backseat.toml say together. */
	const configOf = (command: Command): Config => loadConfig(flagsOf(command), terminal.env)

	return {
		...output,
		configOf,

		/** The same, and where each value came from. */
		settingsOf: (command: Command): FoundSettings => loadSettings(flagsOf(command), terminal.env),

		/** The config, with the address at which the server of that data folder really runs, if it does. */
		configWithAddressOf: (command: Command): Config => withRunningAddress(configOf(command), flagsOf(command)),

		/** Opens the data for as long as the command runs, and answers what services are given. */
		openData(config: Config, checkpoint?: Config['checkpoint']): Context {
			const data = openExistingData(config, checkpoint)
			opened.push(data)
			return data
		},

		canAsk: () => terminal.stdin.isTTY === true,
		// What asks in a terminal is loaded only to ask: a start of the server never does.
		confirm: async (question: Question) => (await import('./prompts.ts')).confirm(terminal, question),
		newPassword: async () => (await import('./prompts.ts')).newPassword(terminal),

		endWith(code: number) {
			exitCode = code
		},

		/** Closes the data, waits until the output has been read, and answers the exit code. */
		async finish(): Promise<number> {
			for (const { db } of opened.splice(0)) db.close()
			await output.drained()
			return exitCode
		},
	}
}

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
function flagsOf(command: Command): Flags {
	const byAttribute: Record<string, string | boolean> = command.opts()
	const names = new Set(allSpellings().map(({ name }) => name))
	const given = command.options.map((option) => [option.name(), byAttribute[option.attributeName()]] as const)
	return Object.fromEntries(given.filter(([name]) => names.has(name)))
}
