import type { Command } from 'commander'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings } from '#server/commands/terminal/command-context.ts'
import { ago, columns, contentLines, moment } from '#server/commands/terminal/output.ts'
import { shellWord } from '#server/log/printable-text.ts'
import { madeAt } from '#server/operations/backups/backup-folder.ts'
import { type PreparedRestore, prepareRestore } from '#server/operations/backups/restore-backup.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'

export function addRestoreCommand(backup: Command, context: CommandContext) {
	const restore = backup
		.command('restore')
		.argument('<file>', 'a file, or a name from the list')
		.description('put a backup in the place of the present data, and keep those aside')
		.option('--yes', 'do not ask')
		.addHelpText('after', HELP)
	addSettings(restore, ['dataDir', 'backupDir'])
	restore.action(async (file: string) => {
		const config = context.configOf(restore)
		const isConfirmed = restore.opts<{ yes?: true }>().yes === true
		const prepared = prepareRestore(config, file)
		try {
			showContents(context, prepared, config)
			if (!isConfirmed && !context.canAsk()) throw nobodyToAsk(config, prepared.backup.path)
			await context.confirm({ question: 'Put the backup in their place?', expected: 'yes', isConfirmed })
		} catch (error) {
			prepared.cancel()
			throw error
		}
		showResult(context, prepared.apply(), prepared, config)
	})
}

const HELP = `
Stop the server first. The backup is verified before anything is touched, and is only read.
It shows what is in it and in the present data, and asks. The present data stay as
backseat.db.before-restore-…, so that you can go back.`

const nobodyToAsk = (config: Config, file: string) =>
	new StartRefused(
		`There is no terminal in which to ask whether you are sure. If you are: ${restoreLine(config, file)} --yes`,
		EXIT.badFlag,
	)

function showContents(
	{ print, printLines }: CommandContext,
	{ backup, present }: PreparedRestore,
	{ dataDir }: Config,
) {
	const at = madeAt(backup.path)
	const isReadable = present !== null && present !== 'unreadable'
	const presentValues = isReadable ? contentLines(present).map(([, value]) => value) : []
	const unknown = present === null ? 'none' : '?'
	const rows = contentLines(backup).map(([name, value], row) => [name, value, presentValues[row] ?? unknown])
	print(`${backup.path} is good: every page was read. It was made ${ago(at, new Date())}.`)
	print('')
	printLines(
		columns([['', 'in the backup', 'in the present data'], ['made', moment(at), isReadable ? 'in use' : ''], ...rows]),
	)
	print('')
	if (present === null) print(`There are no data in ${dataDir} yet.`)
	if (present === 'unreadable') print(`The present data in ${dataDir} cannot be read. They will be kept as they are.`)
	if (isReadable) print(`The present data in ${dataDir} will be kept beside it, so that you can go back.`)
}

function showResult(
	{ print }: CommandContext,
	aside: string | null,
	{ present, removedAgain, leftAgain }: PreparedRestore,
	config: Config,
) {
	print('Done. The backup is in place. Start Backseat again.')
	print(AFTERWARDS)
	for (const line of waysInLines(removedAgain)) print(line)
	const left = leftLine(leftAgain)
	if (left !== null) print(left)
	if (aside === null) return
	print(`The previous data are kept: ${aside}`)
	if (present !== 'unreadable') print(`To go back to them: ${restoreLine(config, aside)}`)
}

const AFTERWARDS =
	'Everybody logs in once more, with the password of that time. Links for a new password and open invitations have ended. Who is host is as it was then.'

function waysInLines(removedAgain: PreparedRestore['removedAgain']): string[] {
	if (removedAgain === null)
		return [
			'Passkeys and connected accounts are those of that time: the data before did not say which were removed since, and those open accounts again. A reset link removes them.',
		]
	const { passkeys, connections, lockedOut } = removedAgain
	return [
		...(passkeys + connections > 0
			? [`Removed since the backup, and removed again: passkeys ${passkeys}, connected accounts ${connections}.`]
			: []),
		...lockedOut.map(
			(name) => `Nothing opens the account of ${name} now: backseat user reset-password ${shellWord(name)}`,
		),
	]
}

/** Ghosts that went with an account count as accounts here. */
function leftLine(leftAgain: PreparedRestore['leftAgain']): string | null {
	if (leftAgain === null)
		return 'Accounts that were deleted since the backup are back: the data before could not say which. Delete them again: backseat user delete NAME'
	const { deleted, back } = leftAgain
	if (back > 0)
		return `Accounts that were deleted since the backup and are back: ${back}, because an older version made the backup. Delete them again: backseat user delete NAME`
	return deleted > 0 ? `Accounts that were deleted since the backup, and were deleted again: ${deleted}.` : null
}

const restoreLine = ({ dataDir }: Config, file: string) =>
	`backseat backup restore ${shellWord(file)} --data-dir ${shellWord(dataDir)}`
