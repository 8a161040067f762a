import { Command, CommanderError } from 'commander'
import { EXIT } from '#contract/start-problems.ts'
import { settingKeys } from '#server/settings/config.ts'
import type { Flags } from '#server/settings/setting-sources.ts'
import { settingsHelp } from '#server/settings/settings-help.ts'
import { VERSION } from '#server/version.ts'
import { addCommands } from './all-commands.ts'
import { addSettings, type CommandContext, flagsOf } from './terminal/command-context.ts'
import type { Terminal } from './terminal/output.ts'

export type ServeRequest = { isDesktop: boolean; isDemo: boolean; flags: Flags }

type Serve = (request: ServeRequest) => Promise<void>

/** Understands every command line, and explains those that are wrong. */
export async function runCommandLine(
	words: readonly string[],
	serve: Serve,
	context: CommandContext,
	terminal: Terminal,
) {
	const program = new Command('backseat')
		.description('The app for rating rides from friends and family.')
		.version(`backseat ${VERSION}`, '-V, --version', 'print the version')
		.addHelpText('after', () => `\n${settingsHelp()}`)
		.configureOutput({
			writeOut: (text) => terminal.stdout.write(text),
			writeErr: (text) => terminal.stderr.write(text),
			outputError: (text) => context.warn(text.replaceAll(/\s*\n\s*/g, ' ')),
		})
		.exitOverride()

	addServeCommand(program, serve)
	if (!isForTheServer(words)) addCommands(program, context)

	try {
		await program.parseAsync(hasNoCommand(words) ? [SERVE, ...words] : words, { from: 'user' })
	} catch (error) {
		// Commander also throws after printing help or the version.
		if (!(error instanceof CommanderError)) throw error
		context.endWith(error.exitCode === 0 ? 0 : EXIT.badFlag)
	}
}

const ABOUT_THE_PROGRAM = ['-h', '--help', '-V', '--version']

const SERVE = 'serve'

const hasNoCommand = ([first]: readonly string[]) =>
	first === undefined || (first.startsWith('-') && !ABOUT_THE_PROGRAM.includes(first))

const isForTheServer = (words: readonly string[]) => words[0] === SERVE || hasNoCommand(words)

function addServeCommand(program: Command, serve: Serve) {
	const serving = program.command(SERVE).description('run the server (this is the default)')
	addSettings(serving, settingKeys)
	// Flags only: a variable or file must not make a server demand a secret that its operator does not have, or forget.
	serving.option('--desktop', 'Runs under the desktop app: reads its secret from standard input.')
	serving.option(
		'--demo',
		'An example family in memory, for a look: forgotten at each full hour, writes to no disk, sends nothing.',
	)
	serving.allowExcessArguments(true).action(() => {
		const [stray] = serving.args
		if (stray !== undefined)
			program.error(`error: unknown command '${stray}'. The command comes first. See 'backseat help'.`)
		const { desktop: isDesktop = false, demo: isDemo = false } = serving.opts<{ desktop?: true; demo?: true }>()
		return serve({ isDesktop, isDemo, flags: flagsOf(serving) })
	})
}
