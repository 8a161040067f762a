import { Command, CommanderError } from 'commander'
import { addBackupCommands } from './commands/data/backup-commands.ts'
import { addExportCommands } from './commands/data/export-commands.ts'
import { addConfigCommands } from './commands/machine/config-commands.ts'
import { addDoctorCommands } from './commands/machine/doctor-commands.ts'
import { addHealthcheckCommands } from './commands/machine/healthcheck-commands.ts'
import { addLicensesCommand } from './commands/machine/licenses-command.ts'
import { addServiceCommands } from './commands/machine/service-commands.ts'
import { addGhostCommands } from './commands/people/ghost-commands.ts'
import { addInviteCommands } from './commands/people/invite-commands.ts'
import { addUserCommands } from './commands/people/user-commands.ts'
import { addSettings, allIsTaken, configOf, say, sayJson } from './commands/terminal/command-line.ts'
import { machineTrouble } from './commands/terminal/machine-trouble.ts'
import { Refusal } from './http/problems.ts'
import { errorText } from './process/log/error-text.ts'
import { printable } from './process/log/printable-text.ts'
import { EXIT } from './process/start-refused.ts'
import { type Config, settingKeys } from './settings/config.ts'
import { settingsHelp } from './settings/settings-help.ts'
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
		// Commander puts its guess at what was meant on a line of its own.
		.configureOutput({ outputError: (text) => complain(text.replaceAll(/\s*\n\s*/g, ' ')) })
		.exitOverride()

	addServeCommand(program, commands, (code) => {
		exitCode = code
	})
	addUserCommands(program)
	addInviteCommands(program)
	addGhostCommands(program)
	addBackupCommands(program)
	addExportCommands(program)
	addConfigCommands(program)
	addHealthcheckCommands(program)
	addDoctorCommands(program)
	addServiceCommands(program)
	addLicensesCommand(program)
	addVersionCommand(program)

	try {
		await program.parseAsync(isAboutTheServer(words) ? ['serve', ...words] : words, { from: 'user' })
		await allIsTaken()
		return exitCode || Number(process.exitCode ?? 0)
	} catch (error) {
		return exitCodeOf(error)
	}
}

const ABOUT_THE_PROGRAM = ['-h', '--help', '-V', '--version']

/** Nothing at all, or settings only: `backseat --port 8080`. */
const isAboutTheServer = ([first]: readonly string[]) =>
	first === undefined || (first.startsWith('-') && !ABOUT_THE_PROGRAM.includes(first))

function addServeCommand(program: Command, commands: Commands, end: (exitCode: number) => void) {
	const serving = program.command('serve').description('run the server (this is the default)')
	addSettings(serving, settingKeys)
	// No setting: neither a file nor a variable can put a running house behind a secret that nobody knows.
	serving.option('--desktop', 'Runs under the desktop app: reads its secret from standard input.')
	serving.allowExcessArguments(true).action(async () => {
		const [stray] = serving.args
		if (stray !== undefined)
			program.error(`error: unknown command '${stray}'. A command stands first. See 'backseat help'.`)
		const { desktop: isDesktop } = serving.opts<{ desktop?: true }>()
		const config = configOf(serving)
		end(isDesktop ? await commands.serveDesktopApp(config) : await commands.serve(config))
	})
}

function addVersionCommand(program: Command) {
	const version = program.command('version').description('print the version').option('--json', 'print JSON')
	version.action(() => {
		if (version.opts<{ json?: true }>().json) sayJson({ version: VERSION })
		else say(`backseat ${VERSION}`)
	})
}

/** Says what is wrong, if nobody has, and answers how the program ends. */
function exitCodeOf(error: unknown): number {
	// Commander throws after help and version too, when it has printed them.
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.badFlag
	const refusal = refusalIn(error)
	if (refusal) complain(refusal.message)
	else tellOfBug(error)
	return refusal?.exitCode ?? EXIT.bug
}

/** A command that the rules of the product refuse, such as a name that is taken, ends with 1. */
function refusalIn(error: unknown): { message: string; exitCode: number } | null {
	if (error instanceof Refusal) return { message: error.message, exitCode: EXIT.refused }
	if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number')
		return { message: error.message, exitCode: error.exitCode }
	return machineTrouble(error)
}

function tellOfBug(error: unknown) {
	const { message, stack } = errorText(error)
	complain(message)
	for (const place of stack) complain(`    ${place.trim()}`)
}

/** File names and what other programs said stand in here, too. */
const complain = (line: string) => process.stderr.write(`${printable(line.trimEnd())}\n`)
