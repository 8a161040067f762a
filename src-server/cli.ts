import { Command, CommanderError } from 'commander'
import { addSettings, configOf } from './commands/command-line.ts'
import { type Config, settings } from './config.ts'
import { EXIT } from './platform/start-refused.ts'
import { settingsHelp } from './settings-help.ts'
import { VERSION } from './version.ts'

/** What the commands do, handed in by main.ts. Each answers the exit code. */
export type Commands = {
	serve(config: Config): Promise<number>
	/** `serve --desktop`: for the desktop app that started this process, and for nobody else on this computer. */
	serveDesktopApp(config: Config): Promise<number>
}

/** Reads the command line and does what it says. Answers the exit code; every refusal is one line on stderr. */
export async function runCli(words: readonly string[], commands: Commands): Promise<number> {
	let exitCode = 0
	const program = new Command('backseat')
		.description('The app for rating rides from friends and family.')
		.version(`backseat ${VERSION}`, '-V, --version', 'print the version')
		.addHelpText('after', `\n${settingsHelp()}`)
		.configureOutput({ outputError: (text) => process.stderr.write(`${oneLine(text)}\n`) })
		.exitOverride()

	const serving = program.command('serve', { isDefault: true }).description('run the server (this is the default)')
	addSettings(serving, Object.keys(settings) as (keyof typeof settings)[])
	// No setting: neither a file nor a variable can put a running house behind a secret that nobody knows.
	serving.option('--desktop', 'Runs under the desktop app: reads its secret from standard input.')
	serving.allowExcessArguments(true).action(async () => {
		const [stray] = serving.args
		if (stray !== undefined) program.error(`error: unknown command '${stray}'. See 'backseat help'.`)
		const { desktop: isDesktop } = serving.opts<{ desktop?: true }>()
		const config = configOf(serving)
		exitCode = isDesktop ? await commands.serveDesktopApp(config) : await commands.serve(config)
	})
	program
		.command('version')
		.description('print the version')
		.action(() => console.log(`backseat ${VERSION}`))

	try {
		await program.parseAsync(words, { from: 'user' })
		return exitCode || Number(process.exitCode ?? 0)
	} catch (error) {
		// Commander throws after help and version too, when it has printed them.
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.badFlag
		if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') {
			console.error(oneLine(error.message))
			return error.exitCode
		}
		console.error(error)
		return EXIT.bug
	}
}

const oneLine = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, ' ')
