import type { Command } from 'commander'
import type { Context } from '#server/context.ts'
import { withRunningAddress } from '#server/process/running-address.ts'
import { type Config, type FoundSettings, loadConfig, loadSettings, settings } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { allSpellings, spellingsOf } from '#server/settings/setting-spellings.ts'
import { openExistingData } from './open-data.ts'
import { createOutput, type Terminal } from './output.ts'
import type { Question } from './prompts.ts'

export type CommandContext = ReturnType<typeof createCommandContext>

/**
 * The output, settings, data and prompts of every command. A command that cannot do its work throws StartRefused,
 * DatabaseRefused or Refusal; cli.ts prints one line and exits with the error's code. A command that reports a problem,
 * such as `doctor`, calls `endWith`.
 */
export function createCommandContext(terminal: Terminal) {
	const output = createOutput(terminal)
	const opened: Context[] = []
	let exitCode = 0

	const configOf = (command: Command): Config => loadConfig(flagsOf(command), terminal.env)

	return {
		...output,
		configOf,

		settingsOf: (command: Command): FoundSettings => loadSettings(flagsOf(command), terminal.env),

		/** Includes the actual address of the server that holds the data folder. */
		configWithAddressOf: (command: Command): Config => withRunningAddress(configOf(command), flagsOf(command)),

		openData(config: Config, checkpoint?: Config['checkpoint']): Context {
			const data = openExistingData(config, checkpoint)
			opened.push(data)
			return data
		},

		canAsk: () => terminal.stdin.isTTY === true,
		// Imported on use, because prompts slow down the server's start.
		confirm: async (question: Question) => (await import('./prompts.ts')).confirm(terminal, question),
		newPassword: async () => (await import('./prompts.ts')).newPassword(terminal),

		endWith(code: number) {
			exitCode = code
		},

		/** Waits until the output has been read. */
		async finish(): Promise<number> {
			for (const { db } of opened.splice(0)) db.close()
			await output.drained()
			return exitCode
		},
	}
}

type SettingKey = keyof typeof settings

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

/** Only flags need this; environment and backseat.toml apply to all commands. */
export function addSettings(command: Command, keys: readonly SettingKey[]): Command {
	for (const key of keys) {
		const ownHelp = command.name() === 'serve' ? undefined : HELP_BESIDE_A_SERVER[key]
		const setting = ownHelp === undefined ? settings[key] : { ...settings[key], help: ownHelp }
		for (const { flag, help } of spellingsOf(setting)) command.option(flag, help)
	}
	return command
}

/** Help for commands other than `serve`: they use the server's folder and port instead of creating their own. */
const HELP_BESIDE_A_SERVER: Partial<Record<SettingKey, string>> = {
	dataDir: 'Data folder of the server, with the database and backseat.toml in it.',
	port: 'Port on which the server listens.',
	host: 'Address on which the server listens.',
}

export function flagsOf(command: Command): Flags {
	const byAttribute: Record<string, string | boolean> = command.opts()
	const names = new Set(allSpellings().map(({ name }) => name))
	const given = command.options.map((option) => [option.name(), byAttribute[option.attributeName()]] as const)
	return Object.fromEntries(given.filter(([name]) => names.has(name)))
}
