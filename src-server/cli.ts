import { EXIT, type ExitCode, problemOf, type StartProblem } from '#contract/start-problems.ts'
import { DatabaseRefused } from '#db/file/database-refused.ts'
import type { ServeRequest } from './commands/command-line.ts'
import { type CommandContext, createCommandContext } from './commands/terminal/command-context.ts'
import type { Terminal } from './commands/terminal/output.ts'
import { systemErrorRefusal } from './commands/terminal/system-errors.ts'
import { Refusal } from './http/problems.ts'
import { errorText } from './log/log.ts'
import { refusedLine } from './process/desktop/desktop-app.ts'
import { type Config, type FoundSettings, loadConfig, loadSettings } from './settings/config.ts'
import type { Flags } from './settings/setting-sources.ts'
import { allSpellings } from './settings/setting-spellings.ts'
import { StartRefused } from './start-refused.ts'

export type Servers = {
	serve(config: Config): Promise<number>
	serveDesktopApp(config: Config): Promise<number>
}

export async function runCli(words: readonly string[], servers: Servers, terminal: Terminal): Promise<number> {
	const context = createCommandContext(terminal)
	const { endWith, print } = context

	/** The app waits for one line on standard output, which must come whether or not the server starts. */
	async function serveDesktopApp(config: () => Config): Promise<number> {
		try {
			return await servers.serveDesktopApp(config())
		} catch (error) {
			print(refusedLine(endingOf(error)))
			throw error
		}
	}

	async function serve({ isDesktop, isDemo, flags }: ServeRequest) {
		const { env } = terminal
		if (isDesktop && isDemo)
			throw new StartRefused('The desktop app keeps what it is told, and has no demo. Leave --demo out.', EXIT.badFlag)
		if (isDesktop) return endWith(await serveDesktopApp(() => loadConfig(flags, env)))
		// An ordinary start does not wait for it.
		const demo = isDemo ? await import('./settings/demo-settings.ts') : null
		try {
			endWith(await servers.serve(demo ? demo.loadDemoConfig(flags, env) : loadConfig(flags, env)))
		} catch (error) {
			throw blamingSource(error, () => (demo?.loadDemoSettings ?? loadSettings)(flags, env))
		}
	}

	try {
		const flags = flagsOfServe(words)
		if (flags === null) {
			const { runCommandLine } = await import('./commands/command-line.ts')
			await runCommandLine(words, serve, context, terminal)
		} else {
			const { desktop: isDesktop = false, demo: isDemo = false, ...given } = flags
			await serve({ isDesktop: isDesktop !== false, isDemo: isDemo !== false, flags: given })
		}
	} catch (error) {
		endWith(exitCodeOf(error, context))
	}
	return context.finish()
}

/**
 * The flags of a command line that plainly starts the server; null for any other. Commander and what it imports took a tenth
 * of a start.
 */
function flagsOfServe(words: readonly string[]): Flags | null {
	const takesValue = new Map(allSpellings().map(({ name, flag }) => [name, flag.includes(' ')]))
	for (const name of ['desktop', 'demo']) takesValue.set(name, false)
	const flags: Flags = {}
	const left = words[0] === 'serve' ? words.slice(1) : [...words]
	for (let word = left.shift(); word !== undefined; word = left.shift()) {
		const name = word.startsWith('--') ? word.slice(2) : ''
		const takes = takesValue.get(name)
		const value = takes ? left.shift() : true
		if (takes === undefined || value === undefined || (value !== true && value.startsWith('-'))) return null
		flags[name] = value
	}
	return flags
}

/** An invalid value exits with the code of the source that it came from, even if the error appears only on use. */
function blamingSource(error: unknown, settings: () => FoundSettings): unknown {
	if (!(error instanceof StartRefused) || error.setting === undefined) return error
	const { tlsCert, tlsKey } = settings()
	const { exitCode } = error.setting === 'tls-cert' ? tlsCert : tlsKey
	return new StartRefused(error.message, exitCode)
}

function exitCodeOf(error: unknown, { warn }: Pick<CommandContext, 'warn'>): number {
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
