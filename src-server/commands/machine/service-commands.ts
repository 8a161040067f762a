import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { groupUnits } from '#server/operations/service-unit/group-units.ts'
import { installGroups, uninstallGroups, userOfGroup } from '#server/operations/service-unit/install-groups.ts'
import {
	installService,
	refuseUnfitProgram,
	refuseUnlessRoot,
	uninstallService,
} from '#server/operations/service-unit/install-service.ts'
import {
	refuseWithoutSystemd,
	type ServiceScope,
	type ServiceStatus,
	serviceStatusOf,
	systemScope,
	userScope,
} from '#server/operations/service-unit/systemd.ts'
import { SERVICE_USER, STATE_FOLDER, unitFile } from '#server/operations/service-unit/unit-file.ts'
import { StartRefused } from '#server/start-refused.ts'

type Options = {
	user?: true
	many?: true
	group?: string[]
	print?: true
	json?: true
	dataDir?: string
	backupDir?: string
}

const HELP = `
Runs it as the user 'backseat', with its data in /var/lib/backseat and without access to the rest of the machine.
Settings go to backseat.toml there; passwords to /etc/backseat.env. Installing again is safe, and restarts it.
  sudo backseat service install
  backseat service install --print`

export function addServiceCommands(program: Command, context: CommandContext): void {
	const service = program
		.command('service')
		.description('run as a systemd service that starts with the machine (Linux)')

	const install = addScopeOption(service.command('install'))
		.description('make the service and start it')
		.option('--data-dir <folder>', 'another folder for the data; it must be there')
		.option('--backup-dir <folder>', 'where backups go, best on another disk; it must be there')
		.addOption(
			new Option(
				'--many',
				'with --print: the units for many groups on one machine, which sleep (docs/hosting-many.md)',
			).conflicts(['user', 'dataDir', 'backupDir']),
		)
		.addOption(groupOption('open a group'))
		.option('--print', 'show the unit, and do nothing')
		.addHelpText('after', HELP)
		.action(() => installRequested(context, install.opts<Options>()))

	const uninstall = addScopeOption(service.command('uninstall'))
		.description('stop the service and remove it; the data stay')
		.addOption(groupOption('close a group'))
		.action(() => uninstallRequested(context, uninstall.opts<Options>()))

	const status = addScopeOption(service.command('status'))
		.description('show its state; ends with 0 when it answers, else with 1')
		.option('--data-dir <folder>', 'the folder given to install')
		.option('--json', 'the same as JSON')
		.action(() => statusRequested(context, status.opts<Options>()))
}

const groupOption = (does: string) =>
	new Option('--group <name...>', `${does} among many, by its host name (docs/hosting-many.md)`).conflicts([
		'user',
		'many',
		'print',
		'dataDir',
		'backupDir',
	])

const addScopeOption = (command: Command) => command.option('--user', 'a service of your own, not of the whole machine')

const scopeOf = ({ user }: Options): ServiceScope => (user ? userScope(homedir()) : systemScope)

function wantedOf(scope: ServiceScope, { dataDir, backupDir }: Options) {
	return {
		binary: process.execPath,
		dataDir: dataDir ? resolve(dataDir) : scope.dataDir,
		backupDir: backupDir ? resolve(backupDir) : null,
	}
}

async function installRequested({ endWith, print, printLines }: CommandContext, options: Options) {
	if (options.group) return printLines(groupsInstalled(options.group))
	if (options.many) return printLines(unitsOfGroups(options))
	const scope = scopeOf(options)
	const wanted = wantedOf(scope, options)
	const { isUser, envFile } = scope
	if (options.print)
		return printLines(
			unitFile({ ...wanted, isUser, envFile })
				.trimEnd()
				.split('\n'),
		)
	refuseUnfitProgram(scope, wanted.binary)
	refuseWithoutSystemd()
	refuseUnlessRoot(scope)
	const condition = await installService(scope, wanted)
	if (condition.isHealthy === false) {
		printLines(readable(condition))
		endWith(1)
		return
	}
	const { dataDir, binary } = wanted
	const systemctl = isUser ? 'systemctl --user' : 'sudo systemctl'
	print(`Backseat runs as a service and starts ${isUser ? 'when you log in' : 'with the machine'}.`)
	print(`  Data      ${dataDir}`)
	print(`  Settings  ${dataDir}/backseat.toml, passwords in ${envFile}; then: ${systemctl} restart backseat`)
	print(`  Commands  ${isUser ? '' : `sudo -u ${SERVICE_USER} `}${binary} doctor --data-dir ${dataDir}`)
	print(`  Log       journalctl ${isUser ? '--user ' : ''}-u backseat`)
	if (isUser) print('  To run it while you are logged out too: loginctl enable-linger')
}

/** Prints only, because the operator decides on groups and the web server in front. */
function unitsOfGroups({ print }: Options): string[] {
	if (!print)
		throw new StartRefused('--many installs nothing: add --print, and see docs/hosting-many.md.', EXIT.badFlag)
	return groupUnits(process.execPath).flatMap(({ text }) => text.split('\n'))
}

function groupsInstalled(groups: string[]): string[] {
	refuseWithoutSystemd()
	refuseUnlessRoot(systemScope)
	installGroups(groups)
	return groups.map((group) => `https://${group} is open, and runs as ${userOfGroup(group)}.`)
}

function groupsUninstalled(groups: string[]): string[] {
	refuseWithoutSystemd()
	refuseUnlessRoot(systemScope)
	uninstallGroups(groups)
	return groups.flatMap((group) => [
		`https://${group} is closed. Kept, for you to remove:`,
		`  Data      ${STATE_FOLDER}/${group}`,
		`  Settings  /etc/backseat/${group}.env`,
		`  User      ${userOfGroup(group)}`,
	])
}

function uninstallRequested({ print, printLines }: CommandContext, options: Options) {
	if (options.group) return printLines(groupsUninstalled(options.group))
	const scope = scopeOf(options)
	refuseWithoutSystemd()
	refuseUnlessRoot(scope)
	if (!uninstallService(scope)) return print(`There is no ${scope.unitFile}.`)
	print('The service is gone. Kept, for you to remove:')
	print(`  Data      ${scope.dataDir}, or the folder you gave it`)
	print(`  Settings  ${scope.envFile}`)
	if (!scope.isUser) print(`  User      ${SERVICE_USER}`)
}

function statusRequested({ endWith, printJson, printLines }: CommandContext, options: Options) {
	refuseWithoutSystemd()
	const scope = scopeOf(options)
	const condition = serviceStatusOf(scope, wantedOf(scope, options))
	if (options.json) printJson(condition)
	else printLines(readable(condition))
	if (!condition.isInstalled || condition.state !== 'active' || condition.isHealthy === false) endWith(1)
}

function readable({
	isInstalled,
	startsWithMachine,
	state,
	isHealthy,
	exitCode,
	restarts,
	memoryBytes,
	lastWords,
}: ServiceStatus) {
	if (!isInstalled)
		return ["There is no such service. Make it: sudo backseat service install (see 'backseat service install --help')"]
	const health = { true: 'answers', false: 'does not answer', null: 'not known (ask with sudo)' }[`${isHealthy}`]
	return [
		`Service   ${state}${exitCode === null ? '' : `, exit code ${exitCode}`}${startsWithMachine ? '' : ', not started with the machine'}`,
		`Server    ${health}`,
		`Restarts  ${restarts}`,
		...(memoryBytes === null ? [] : [`Memory    ${Math.round(memoryBytes / 1024 / 1024)} MB`]),
		...lastWords.map((line) => `Log       ${line}`),
	]
}
