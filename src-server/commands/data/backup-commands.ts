import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { EXIT } from '#contract/start-problems.ts'
import type { CommandContext } from '#server/commands/terminal/command-context.ts'
import { addSettings } from '#server/commands/terminal/command-context.ts'
import { refuseNoBackseat } from '#server/commands/terminal/open-data.ts'
import { ago, BACKUP_KINDS, columns, contentLines, moment, size } from '#server/commands/terminal/output.ts'
import type { Context } from '#server/context.ts'
import { noteBadBackup, noteGoodBackup } from '#server/features/host/backups/note-backup.ts'
import { TERMINAL } from '#server/features/journal/journal.ts'
import { NOT_ELSEWHERE, runCommand } from '#server/operations/backups/backup-command.ts'
import { backupFolder, backupsIn, madeAt, oldBackups, pruneBackups } from '#server/operations/backups/backup-folder.ts'
import { backUpByHand, backUpDaily } from '#server/operations/backups/backup-schedule.ts'
import { type CheckedBackup, checkBackup } from '#server/operations/backups/check-backup.ts'
import type { NotDue } from '#server/operations/backups/daily-backup.ts'
import { forgetNow } from '#server/operations/backups/forget-left.ts'
import { type Forgetting, forgettingInWords, isAnyDue, stuckInWords } from '#server/operations/backups/left-members.ts'
import { backupAt } from '#server/operations/backups/restore-backup.ts'
import { cleaningUpAtSignal } from '#server/process/signals.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'
import { addRestoreCommand } from './restore-command.ts'

export function addBackupCommands(program: Command, context: CommandContext): void {
	const backup = program
		.command('backup')
		.description('make, check and restore backups')
		.addHelpText(
			'after',
			'\nHosts make, check and download them in a browser, too, and remove those made by hand: /host/backups. Of these the newest ten are kept, unless they are elsewhere than in the backup folder.',
		)
	addCreate(backup, context)
	addList(backup, context)
	addVerify(backup, context)
	addRestoreCommand(backup, context)
	addPrune(backup, context)
}

const JSON_FLAG = ['--json', 'print JSON'] as const

function addCreate(backup: Command, context: CommandContext) {
	const { configOf, print, printJson, printLines } = context
	const create = backup
		.command('create')
		.argument('[file]', 'where to; if left out, a name of its own in the backup folder')
		.description('make a backup now, also while the server runs, and verify it')
		.option(
			'--daily',
			'the one of the day, as the server makes it: only if it is due; removes old ones by the keep settings',
		)
		.addHelpText(
			'after',
			'\nWhere the server sleeps most of the day, let a timer run it with --daily once a day. Beside a running server it does no harm.',
		)
	addSettings(create, ['dataDir', 'backupDir', 'backupKeepDaily', 'backupKeepWeekly', 'backupCommand']).option(
		...JSON_FLAG,
	)
	create.action(async (file: string | undefined) => {
		const config = configOf(create)
		if (create.opts<{ daily?: true }>().daily) {
			if (file !== undefined)
				throw new StartRefused('A daily backup has a name of its own: leave FILE out.', EXIT.badFlag)
			return createDaily(context, config, wantsJson(create))
		}
		const made = await backUpByHand(config, file === undefined ? undefined : resolve(file))
		noteInData(context, config, (data) => noteGoodBackup(data, made.path, { actor: TERMINAL, act: 'backup_made' }))
		if (!wantsJson(create)) {
			print(`Made and verified: ${made.path}`)
			printLines(description(made))
		}
		const elsewhere = await carryElsewhere(context, config, made.path)
		if (wantsJson(create)) printJson({ ...made, ...elsewhere })
	})
}

/** Runs `backup-command`, if it is set. Whatever becomes of it, the backup is there. */
async function carryElsewhere({ warn, endWith }: CommandContext, config: Config, path: string) {
	if (config.backupCommand === null) return {}
	const { failure, end } = runCommand(config, path, (line) => warn(`backup-command: ${line}`))
	const reason = await cleaningUpAtSignal(() => end('was interrupted'), failure)
	if (reason === null) return { elsewhere: { isDone: true } }
	warn(`The backup is only here: backup-command ${reason}.`)
	endWith(NOT_ELSEWHERE)
	return { elsewhere: { isDone: false, reason } }
}

/** Writes no journal entry, because a timer is no actor; the server's own daily backup writes none either. */
async function createDaily(context: CommandContext, config: Config, asJson: boolean) {
	const { print, printJson, printLines, warn, endWith } = context
	const daily = await backUpDaily(config)
	const forgetting = forgetIn(context, config)
	if ('why' in daily) {
		if (asJson) printJson({ made: false, ...daily, ...forgetting })
		else print(whyNotMade(daily))
	} else {
		const { removed, pruneError, ...made } = daily
		noteInData(context, config, (data) => noteGoodBackup(data, made.path))
		if (!asJson) {
			print(`Made and verified: ${made.path}`)
			printLines([...description(made), ...removed.map((name) => `Removed ${name}`)])
		}
		if (pruneError !== undefined) {
			warn(`Old backups could not be removed: ${pruneError}`)
			endWith(EXIT.noDataFolder)
		}
		const elsewhere = await carryElsewhere(context, config, made.path)
		if (asJson) printJson({ made: true, ...made, removed, ...forgetting, ...elsewhere })
	}
	if (forgetting === null) return
	const words = forgettingInWords(forgetting.deletedAccounts)
	if (words && !asJson) print(words)
	const { stuck } = forgetting.deletedAccounts
	for (const one of stuck) warn(stuckInWords(one))
	if (stuck.length > 0) endWith(EXIT.noDataFolder)
}

/** Takes members who left out of the backups when it is time, as the server does. */
function forgetIn(context: CommandContext, config: Config) {
	if (!isAnyDue(config, new Date())) return null
	const done: Forgetting[] = []
	noteInData(context, config, (data) => {
		const forgetting = forgetNow({ ...data, log: { ...data.log, info: () => {}, warn: () => {} } })
		if (forgetting) done.push(forgetting)
	})
	const [deletedAccounts] = done
	return deletedAccounts ? { deletedAccounts } : null
}

function whyNotMade(notDue: NotDue): string {
	if (notDue.why === 'off') return 'No daily backups are wanted: backup-keep-daily is 0.'
	if (notDue.why === 'under_way') return 'Not due: the daily backup is being made by another Backseat.'
	return `Not due: the newest daily backup is of ${moment(notDue.newest)}, ${ago(notDue.newest, new Date())}.`
}

function addList(backup: Command, { configOf, print, printJson, printLines }: CommandContext) {
	const list = backup.command('list').description('show the backups there are, newest first')
	addSettings(list, ['dataDir', 'backupDir']).option(...JSON_FLAG)
	list.action(() => {
		const folder = existingFolder(configOf(list))
		const now = new Date()
		const backups = backupsIn(folder, now)
		if (wantsJson(list))
			return printJson(
				backups.map(({ isWhole, ...backup }) => ({
					...backup,
					ageMs: now.getTime() - backup.at.getTime(),
					verified: isWhole,
				})),
			)
		if (backups.length === 0) return print(`There are no backups in ${folder}.`)
		const rows = backups.map(({ name, kind, at, bytes, isWhole }) => [
			name,
			BACKUP_KINDS[kind],
			ago(at, now),
			size(bytes),
			isWhole ? 'verified' : 'DAMAGED',
		])
		printLines([folder, ...columns([['name', 'made', 'when', 'size', ''], ...rows])])
	})
}

function addVerify(backup: Command, context: CommandContext) {
	const { configOf, endWith, printJson, printLines } = context
	const verify = backup
		.command('verify')
		.argument('<file>', 'a file, or a name from the list')
		.description('read a backup to its last page and say what is in it')
		.addHelpText('after', '\nEnds with 0 when the backup is good and with 65 when it could not be restored.')
	addSettings(verify, ['dataDir', 'backupDir']).option(...JSON_FLAG)
	verify.action((file: string) => {
		const config = configOf(verify)
		const path = backupAt(config, file)
		const check = () => {
			try {
				const checked = checkBackup(path)
				noteInData(context, config, (data) => noteGoodBackup(data, path, { actor: TERMINAL, act: 'backup_verified' }))
				return checked
			} catch (error) {
				if (isBad(error)) noteInData(context, config, (data) => noteBadBackup(data, path))
				throw error
			}
		}
		if (!wantsJson(verify)) return printLines([`${path} is good.`, ...description({ ...check(), at: madeAt(path) })])
		try {
			const checked = check()
			printJson({ ok: true, path, at: madeAt(path), ...checked })
		} catch (error) {
			if (!isBad(error)) throw error
			printJson({ ok: false, path, problem: error.message })
			endWith(error.exitCode)
		}
	})
}

function addPrune(backup: Command, { configOf, print, printJson }: CommandContext) {
	const prune = backup
		.command('prune')
		.description('remove old backups by the keep settings, as the server does each day')
		.option('--dry-run', 'only say which ones')
		.option(...JSON_FLAG)
	addSettings(prune, ['dataDir', 'backupDir', 'backupKeepDaily', 'backupKeepWeekly'])
	prune.action(() => {
		const isDryRun = prune.opts<{ dryRun?: true }>().dryRun === true
		const config = configOf(prune)
		existingFolder(config)
		const gone = isDryRun ? oldBackups(config) : pruneBackups(config)
		if (wantsJson(prune)) return printJson({ removed: gone.map(({ name }) => name), isDryRun })
		for (const { name } of gone) print(`${isDryRun ? 'Would remove' : 'Removed'} ${name}`)
		if (gone.length === 0) print('Nothing to remove.')
	})
}

/**
 * Refuses a missing folder, because after a wrong --data-dir 'there are no backups' would be untrue. The data may be
 * missing: backups may outlive them.
 */
function existingFolder(config: Config): string {
	const folder = backupFolder(config)
	if (config.backupDir === null && !existsSync(folder)) refuseNoBackseat(config.dataDir)
	return folder
}

const isBad = (error: unknown): error is StartRefused =>
	error instanceof StartRefused && error.exitCode === EXIT.badData

/**
 * Backups may outlive the data, which may be gone, damaged or older than this program; then there is no journal to
 * write to.
 */
function noteInData({ openData }: CommandContext, config: Config, note: (data: Context) => void) {
	let data: Context
	try {
		data = openData(config)
	} catch {
		return
	}
	note(data)
}

const wantsJson = (command: Command) => command.opts<{ json?: true }>().json === true

const description = ({ at, ...checked }: CheckedBackup & { at: Date }) =>
	columns([
		['made', `${moment(at)}, ${ago(at, new Date())}`],
		...contentLines(checked),
		['schema version', `${checked.schemaVersion}`],
		['size', size(checked.bytes)],
	])
