import type { Command } from 'commander'
import type { Context } from '#server/context.ts'
import { withRunningAddress } from '#server/process/running-address.ts'
import { type Config, type FoundSettings, loadConfig, loadSettings } from '#server/settings/config.ts'
import type { Question } from './confirmation.ts'
import { openExistingData } from './open-data.ts'
import { createOutput } from './output.ts'
import { flagsOf } from './setting-flags.ts'
import type { Terminal } from './terminal.ts'

export type CommandContext = ReturnType<typeof createCommandContext>

/**
 * What every command gets: its output, its settings, the data, and questions to whoever typed it. A command that cannot
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
		confirm: async (question: Question) => (await import('./confirmation.ts')).confirm(terminal, question),
		newPassword: async () => (await import('./new-password.ts')).newPassword(terminal),

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
