import type { Command } from 'commander'
import { makeSure } from '#server/commands/terminal/certainty.ts'
import { addSettings, configOf, say, sayLines } from '#server/commands/terminal/command-line.ts'
import { ago, columns, contentLines, moment } from '#server/commands/terminal/plain-words.ts'
import { madeAt } from '#server/operations/backups/backup-folder.ts'
import { type PreparedRestore, prepareRestore } from '#server/operations/backups/restore/restore-backup.ts'
import { shellWord } from '#server/process/shell-word.ts'
import { EXIT, StartRefused } from '#server/process/start-refused.ts'
import type { Config } from '#server/settings/config.ts'

/** `backseat backup restore FILE`, for somebody who is nervous and awake too late. */
export function addRestoreCommand(backup: Command) {
	const restore = backup
		.command('restore')
		.argument('<file>', 'a file, or a name from the list')
		.description('put a backup in the place of the present data, and keep those aside')
		.option('--yes', 'do not ask')
		.addHelpText('after', HELP)
	addSettings(restore, ['dataDir', 'backupDir'])
	restore.action(async (file: string) => {
		const config = configOf(restore)
		const isSure = restore.opts<{ yes?: true }>().yes === true
		const prepared = prepareRestore(config, file)
		try {
			show(prepared, config)
			if (!isSure && !process.stdin.isTTY) throw nobodyToAsk(config, prepared.backup.path)
			await makeSure({ question: 'Put the backup in their place?', word: 'yes', isSaid: isSure })
		} catch (error) {
			prepared.leave()
			throw error
		}
		tellOfTheEnd(prepared.carryOut(), prepared, config)
	})
}

const HELP = `
Stop the server first. The backup is verified before anything is touched, and is only read.
You see what is in it and what is in the present data, and are asked. The present data stay as
backseat.db.before-restore-…, so that you can go back.`

const nobodyToAsk = (config: Config, file: string) =>
	new StartRefused(
		`There is no terminal in which to ask whether you are sure. If you are: ${restoreLine(config, file)} --yes`,
		EXIT.badFlag,
	)

function show({ backup, present }: PreparedRestore, { dataDir }: Config) {
	const at = madeAt(backup.path)
	const isReadable = present !== null && present !== 'unreadable'
	const presentValues = isReadable ? contentLines(present).map(([, value]) => value) : []
	const unknown = present === null ? 'none' : '?'
	const rows = contentLines(backup).map(([name, value], row) => [name, value, presentValues[row] ?? unknown])
	say(`${backup.path} is good: every page was read. It was made ${ago(at, new Date())}.`)
	say('')
	sayLines(
		columns([['', 'in the backup', 'in the present data'], ['made', moment(at), isReadable ? 'in use' : ''], ...rows]),
	)
	say('')
	if (present === null) say(`There are no data in ${dataDir} yet.`)
	if (present === 'unreadable') say(`The present data in ${dataDir} cannot be read. They will be kept as they are.`)
	if (isReadable) say(`The present data in ${dataDir} will be kept beside it, so that you can go back.`)
}

function tellOfTheEnd(aside: string | null, { present }: PreparedRestore, config: Config) {
	say('Done. The backup is in place. Start Backseat again; everybody may have to log in once more.')
	if (aside === null) return
	say(`The data of before are kept: ${aside}`)
	// Damaged ones would be refused.
	if (present !== 'unreadable') say(`To go back to them: ${restoreLine(config, aside)}`)
}

const restoreLine = ({ dataDir }: Config, file: string) =>
	`backseat backup restore ${shellWord(file)} --data-dir ${shellWord(dataDir)}`
