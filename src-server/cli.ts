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

/** What starts a server, handed in by main.ts. Each answers the exit code. */
export type Servers = {
	serve(config: Config): Promise<number>
	/** `serve --desktop`: for the desktop app that started this process, and for nobody else on this computer. */
	serveDesktopApp(config: Config): Promise<number>
}

/** Runs one command line and answers the exit code; every refusal is one line on stderr. */
export async function runCli(words: readonly string[], servers: Servers, terminal: Terminal): Promise<number> {
	const context = createCommandContext(terminal)
	const program = new Command('backseat')
		.description('The app for rating rides from friends and family.')
		.version(`backseat ${VERSION}`, '-V, --version', 'print the version')
		.addHelpText('after', () => `\n${settingsHelp()}`)
		.configureOutput({
			writeOut: (text) => terminal.stdout.write(text),
			writeErr: (text) => terminal.stderr.write(text),
			// Commander puts its guess at what was meant on a line of its own.
			outputError: (text) => context.warn(text.replaceAll(/\s*\n\s*/g, ' ')),
		})
		.exitOverride()

	addServeCommand(program, servers, context)
	// The other commands are loaded only when one may be meant: a start of the server needs none of them.
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

/** Nothing at all, or settings only: `backseat --port 8080`. */
const hasNoCommand = ([first]: readonly string[]) =>
	first === undefined || (first.startsWith('-') && !ABOUT_THE_PROGRAM.includes(first))

const isForTheServer = (words: readonly string[]) => words[0] === SERVE || hasNoCommand(words)

function addServeCommand(program: Command, servers: Servers, { configOf, settingsOf, endWith, print }: CommandContext) {
	/** On standard output the app waits for one line; it comes whether the server starts or not. */
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
	// Not a setting: neither a file nor a variable may make a running server demand a secret that nobody knows.
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

/** What is wrong with a setting's value ends with the code of where it was given, also when it shows only once it is used. */
function blamingSource(error: unknown, settings: () => FoundSettings): unknown {
	if (!(error instanceof StartRefused) || error.setting === undefined) return error
	const { tlsCert, tlsKey } = settings()
	const { exitCode } = error.setting === 'tls-cert' ? tlsCert : tlsKey
	return new StartRefused(error.message, exitCode)
}

/** Prints what is wrong, unless commander has, and answers the exit code. */
function exitCodeOf(error: unknown, { warn }: CommandContext): number {
	// Commander throws after help and version too, when it has printed them.
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.badFlag
	const refusal = refusalIn(error)
	if (refusal) {
		warn(refusal.message)
		return refusal.exitCode
	}
	const { message, stack } = errorText(error)
	warn(message)
	for (const place of stack) warn(`    ${place.trim()}`)
	return EXIT.bug
}

/** A command that the rules of the product refuse, such as a name that is taken, ends with 1. */
function refusalIn(error: unknown): { message: string; exitCode: ExitCode; problem?: StartProblem } | null {
	if (error instanceof Refusal) return { message: error.message, exitCode: EXIT.refused }
	if (error instanceof StartRefused || error instanceof DatabaseRefused) return error
	return systemErrorRefusal(error)
}

/** The same for the desktop app, which decides by a word and shows its own sentences. */
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
