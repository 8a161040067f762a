import { Command, CommanderError } from 'commander'
import { EXIT, type ExitCode, problemOf, type StartProblem } from '#contract/start-problems.ts'
import { DatabaseRefused } from '#db/file/database-refused.ts'
import { addSettings, type CommandContext, createCommandContext } from './commands/terminal/command-context.ts'
import type { Terminal } from './commands/terminal/output.ts'
import { systemErrorRefusal } from './commands/terminal/system-errors.ts'
import { Refusal } from './http/problems.ts'
import { errorText } from './log/log.ts'
import { refusedLine } from './process/desktop/desktop-app.ts'
import { type Config, type FoundSettings, settingKeys } from './settings/config.ts'
import { settingsHelp } from './settings/settings-help.ts'
import { StartRefused } from './start-refused.ts'
import { VERSION } from './version.ts'

export type Servers = {
	serve(config: Config): Promise<number>
	serveDesktopApp(config: Config): Promise<number>
}

export async function runCli(words: readonly string[], servers: Servers, terminal: Terminal): Promise<number> {
	const context = createCommandContext(terminal)
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

	addServeCommand(program, servers, context)
	// Loads the other commands only if needed, to keep the server's start fast.
	if (!isForTheServer(words)) (await import('./commands/all-commands.ts')).addCommands(program, context)

	try {
		await program.parseAsync(hasNoCommand(words) ? [SERVE, ...words] : words, { from: 'user' })
	} catch (error) {
		context.endWith(exitCodeOf(error, context))
	}
	return context.finish()
}

const ABOUT_THE_PROGRAM = ['-h', '--help', '-V', '--version']

const SERVE = 'serve'

const hasNoCommand = ([first]: readonly string[]) =>
	first === undefined || (first.startsWith('-') && !ABOUT_THE_PROGRAM.includes(first))

const isForTheServer = (words: readonly string[]) => words[0] === SERVE || hasNoCommand(words)

function addServeCommand(program: Command, servers: Servers, { configOf, settingsOf, endWith, print }: CommandContext) {
	/** The app waits for one line on standard output, which must come whether or not the server starts. */
	async function serveDesktopApp(config: () => Config): Promise<number> {
		try {
			return await servers.serveDesktopApp(config())
		} catch (error) {
			print(refusedLine(endingOf(error)))
			throw error
		}
	}

	const serving = program.command(SERVE).description('run the server (this is the default)')
	addSettings(serving, settingKeys)
	// A flag only: a variable or file must not make a server demand a secret that its operator does not have.
	serving.option('--desktop', 'Runs under the desktop app: reads its secret from standard input.')
	serving.allowExcessArguments(true).action(async () => {
		const [stray] = serving.args
		if (stray !== undefined)
			program.error(`error: unknown command '${stray}'. The command comes first. See 'backseat help'.`)
		const { desktop: isDesktop } = serving.opts<{ desktop?: true }>()
		if (isDesktop) return endWith(await serveDesktopApp(() => configOf(serving)))
		try {
			endWith(await servers.serve(configOf(serving)))
		} catch (error) {
			throw blamingSource(error, () => settingsOf(serving))
		}
	})
}

/** An invalid value exits with the code of the source that it came from, even if the error appears only on use. */
function blamingSource(error: unknown, settings: () => FoundSettings): unknown {
	if (!(error instanceof StartRefused) || error.setting === undefined) return error
	const { tlsCert, tlsKey } = settings()
	const { exitCode } = error.setting === 'tls-cert' ? tlsCert : tlsKey
	return new StartRefused(error.message, exitCode)
}

function exitCodeOf(error: unknown, { warn }: CommandContext): number {
	// Commander also throws after printing help or the version.
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.badFlag
	const refusal = refusalIn(error)
	if (refusal) {
		warn(refusal.message)
		return refusal.exitCode
	}
	const { message, stack } = errorText(error)
	warn(message)
	for (const frame of stack) warn(`    ${frame.trim()}`)
	return EXIT.bug
}

/** A command refused by a product rule, such as a taken name, exits with 1. */
function refusalIn(error: unknown): { message: string; exitCode: ExitCode; problem?: StartProblem } | null {
	if (error instanceof Refusal) return { message: error.message, exitCode: EXIT.refused }
	if (error instanceof StartRefused || error instanceof DatabaseRefused) return error
	return systemErrorRefusal(error)
}

function endingOf(error: unknown): { code: string; message: string } {
	const {
		message,
		exitCode,
		problem = problemOf(exitCode),
	} = refusalIn(error) ?? {
		message: errorText(error).message,
		exitCode: EXIT.bug,
	}
	return { code: problem, message: error instanceof StartRefused ? error.messageWithoutHint : message }
}
