import { Command, CommanderError } from 'commander'
import { EXIT } from '#contract/start-problems.ts'
import { type Config, type FoundSettings, settingKeys } from '#server/settings/config.ts'
import { settingsHelp } from '#server/settings/settings-help.ts'
import { VERSION } from '#server/version.ts'
import { addCommands } from './all-commands.ts'
import { addSettings, type CommandContext } from './terminal/command-context.ts'
import type { Terminal } from './terminal/output.ts'

export type ServeRequest = { isDesktop: boolean; config: () => Config; settings: () => FoundSettings }

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

	addServeCommand(program, serve, context)
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

function addServeCommand(program: Command, serve: Serve, { configOf, settingsOf }: CommandContext) {
	const serving = program.command(SERVE).description('run the server (this is the default)')
	addSettings(serving, settingKeys)
	// A flag only: a variable or file must not make a server demand a secret that its operator does not have.
	serving.option('--desktop', 'Runs under the desktop app: reads its secret from standard input.')
	serving.allowExcessArguments(true).action(() => {
		const [stray] = serving.args
		if (stray !== undefined)
			program.error(`error: unknown command '${stray}'. The command comes first. See 'backseat help'.`)
		const { desktop: isDesktop = false } = serving.opts<{ desktop?: true }>()
		return serve({ isDesktop, config: () => configOf(serving), settings: () => settingsOf(serving) })
	})
}
