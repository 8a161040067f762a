import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { counted } from '#contract/plain-words.ts'
import { type MarkedText, marked, markedN } from '#contract/text.ts'
import { backupFolder, backupsIn, newestBackup } from '#server/operations/backups/backup-folder.ts'
import { checkBackup } from '#server/operations/backups/check-backup.ts'
import { lastCommandFailure } from '#server/operations/backups/command-outcome.ts'
import { copiesWithLeft, DAYS_IN_BACKUPS, OVERDUE_DAYS } from '#server/operations/backups/left-members.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'
import { advice, type Finding, ok, problem, warning } from './finding.ts'
import { nearestExisting } from './machine-checks.ts'

export const BACKUPS = marked('Backups').text
export const PLACE = marked('Place of backups').text
const ELSEWHERE = marked('Backups elsewhere').text
const HOUR_MS = 3_600_000
/** One day, plus half a day for a machine that was off or a server that was restarting. */
const OVERDUE_MS = 36 * HOUR_MS

export const isAboutBackups = ({ about }: Finding) => [BACKUPS, PLACE, ELSEWHERE].includes(about)

/**
 * Checks that a recent, restorable backup exists and survives a disk failure. `isQuick` skips reading the newest backup,
 * which takes seconds for a large one.
 */
export function checkBackups(config: Config, now: Date, dataFile: string, { isQuick = false } = {}): Finding[] {
	try {
		const newest = newestBackup(config, now)
		const finding = newest ? checkNewest(config, newest, isQuick) : none(config, now, dataFile)
		const elsewhere = checkCommand(config)
		return [
			finding,
			...checkOthers(config, now),
			...checkLeftMembers(config, now),
			...elsewhere,
			checkFolder(
				config,
				elsewhere.some(({ state }) => state === 'ok'),
			),
		]
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error)
		return [
			problem(
				BACKUPS,
				marked('{folder} cannot be read: {reason}.', { folder: backupFolder(config), reason }),
				marked('Make it readable for this user.'),
			),
		]
	}
}

const makesNone = ({ backupKeepDaily }: Config) => backupKeepDaily === 0
const MAKE_ONE = marked('Make one: backseat backup create')
const MAKE_ONE_OR_RUN = marked('Make one: backseat backup create; a server makes them while it runs.')

function none(config: Config, now: Date, dataFile: string): Finding {
	if (makesNone(config))
		return warning(
			BACKUPS,
			marked('There is none, and backup-keep-daily 0 makes none.'),
			marked('Make one: backseat backup create; or remove that setting.'),
		)
	const bornAt = existsSync(dataFile) ? statSync(dataFile).birthtimeMs : now.getTime()
	const folder = backupFolder(config)
	const obstacle = whyNoneCanBeMade(folder)
	if (obstacle) return problem(BACKUPS, obstacle, marked('Fix that, or set --backup-dir.'))
	return now.getTime() - bornAt < OVERDUE_MS
		? ok(BACKUPS, marked('none in {folder} yet; a running server makes one each day', { folder }))
		: problem(
				BACKUPS,
				marked('There is none in {folder}.', { folder }),
				marked("Make one: backseat backup create; and see in the server's log why it makes none."),
			)
}

/**
 * Backups create only the last folder of the path. So the folder must be writable or, if it does not exist, its parent
 * must.
 */
function whyNoneCanBeMade(folder: string): MarkedText | null {
	const isThere = existsSync(folder)
	const parent = dirname(folder)
	const stat = statSync(isThere ? folder : parent, { throwIfNoEntry: false })
	if (!stat)
		return isThere
			? marked('No backup can be made in {folder}: it is not there.', { folder })
			: marked('No backup can be made in {folder}: the folder around it is not there.', { folder })
	if (!stat.isDirectory())
		return isThere
			? marked('No backup can be made in {folder}: it is no folder.', { folder })
			: marked('No backup can be made in {folder}: the folder around it is no folder.', { folder })
	try {
		accessSync(isThere ? folder : parent, constants.W_OK | constants.X_OK)
		return null
	} catch (error) {
		const code = `${(error as NodeJS.ErrnoException).code}`
		return isThere
			? marked('No backup can be made in {folder}: this user may not write into it ({code}).', { folder, code })
			: marked('No backup can be made in {folder}: this user may not write into {parent} ({code}).', {
					folder,
					parent,
					code,
				})
	}
}

function checkNewest(config: Config, { path, ageMs }: { path: string; ageMs: number }, isQuick: boolean): Finding {
	try {
		if (!isQuick) checkBackup(path, { as: `The newest backup, ${path},`, advice: '' })
	} catch (error) {
		return problem(BACKUPS, error instanceof Error ? error.message.trim() : String(error), MAKE_ONE)
	}
	return isQuick ? judgeAge(config, path, ageMs) : judgeWhole(config, path, ageMs)
}

function ageOf(ageMs: number): { hours: number; days: number | null } {
	const hours = Math.round(ageMs / HOUR_MS)
	return { hours, days: hours < 48 ? null : Math.floor(hours / 24) }
}

function readableAge(ageMs: number): string {
	const { hours, days } = ageOf(ageMs)
	return days === null ? counted(hours, 'hour') : counted(days, 'day')
}

/** For the terminal: the backup has been read to its end. */
function judgeWhole(config: Config, path: string, ageMs: number): Finding {
	const newest = `${path} is ${readableAge(ageMs)} old and whole`
	if (ageMs <= OVERDUE_MS) return ok(BACKUPS, newest)
	return makesNone(config)
		? warning(BACKUPS, `${newest}, and backup-keep-daily 0 makes no newer one.`, MAKE_ONE)
		: warning(BACKUPS, `${newest}; one a day was wanted.`, MAKE_ONE_OR_RUN)
}

function judgeAge(config: Config, path: string, ageMs: number): Finding {
	const { hours, days } = ageOf(ageMs)
	if (ageMs <= OVERDUE_MS) return ok(BACKUPS, markedN('{path} is # hour old', '{path} is # hours old', hours, { path }))
	if (makesNone(config))
		return warning(
			BACKUPS,
			days === null
				? markedN(
						'{path} is # hour old, and backup-keep-daily 0 makes no newer one.',
						'{path} is # hours old, and backup-keep-daily 0 makes no newer one.',
						hours,
						{ path },
					)
				: markedN(
						'{path} is # day old, and backup-keep-daily 0 makes no newer one.',
						'{path} is # days old, and backup-keep-daily 0 makes no newer one.',
						days,
						{ path },
					),
			MAKE_ONE,
		)
	return warning(
		BACKUPS,
		days === null
			? markedN('{path} is # hour old; one a day was wanted.', '{path} is # hours old; one a day was wanted.', hours, {
					path,
				})
			: markedN('{path} is # day old; one a day was wanted.', '{path} is # days old; one a day was wanted.', days, {
					path,
				}),
		MAKE_ONE_OR_RUN,
	)
}

/** Checks the headers only; each backup was read completely when it was made. */
function checkOthers(config: Config, now: Date): Finding[] {
	const cutOff = backupsIn(backupFolder(config), now).find(({ isWhole }) => !isWhole)
	if (!cutOff) return []
	const todo = marked('It is of no use. Remove it when another one is good, and look after the disk.')
	return [warning(BACKUPS, marked('{path} has been cut off or written over.', { path: cutOff.path }), todo)]
}

/** The server rewrites such backups once a day, so these could not be. */
function checkLeftMembers(config: Config, now: Date): Finding[] {
	if (!existsSync(dataFileIn(config.dataDir))) return []
	return copiesOverdue(config, now).map(({ copy, members, unreadable }) => {
		const values = { path: copy.path, days: DAYS_IN_BACKUPS }
		return problem(
			BACKUPS,
			unreadable === null
				? markedN(
						'{path} still holds what was deleted more than {days} days ago: # account or ghost.',
						'{path} still holds what was deleted more than {days} days ago: # accounts or ghosts.',
						members.length,
						values,
					)
				: marked(
						'{path} may still hold accounts that were deleted more than {days} days ago, and cannot be read ({reason}).',
						{ ...values, reason: unreadable },
					),
			marked('Make it writable for the server, which then rewrites it within a day; or remove it.'),
		)
	})
}

function copiesOverdue(config: Config, now: Date) {
	try {
		return copiesWithLeft(config, now, OVERDUE_DAYS)
	} catch {
		// Damaged data are reported by the check of the database.
		return []
	}
}

/** That the program of `backup-command` can be run, and that it last succeeded. */
function checkCommand(config: Config): Finding[] {
	const { backupCommand } = config
	if (backupCommand === null) return []
	const obstacle = whyNotRun(backupCommand)
	if (obstacle) return [problem(ELSEWHERE, obstacle, marked('Set backup-command anew, or mend that.'))]
	const failure = lastCommandFailure(config)
	if (!failure) return [ok(ELSEWHERE, marked('{program} is run after each backup', { program: backupCommand }))]
	const moment = `${failure.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
	const todo = marked("The server's log has what it said. Then make one: backseat backup create")
	return [
		problem(
			ELSEWHERE,
			// Translators: {reason} is English: 'ended with exit code 3'
			marked('{program} {reason}, {moment}: backups are only here.', {
				program: backupCommand,
				reason: failure.reason,
				moment,
			}),
			todo,
		),
	]
}

function whyNotRun(program: string): MarkedText | null {
	if (!statSync(program, { throwIfNoEntry: false })?.isFile())
		return marked('{program} cannot be run: there is no such file.', { program })
	try {
		accessSync(program, constants.X_OK)
		return null
	} catch (error) {
		const code = `${(error as NodeJS.ErrnoException).code}`
		return marked('{program} cannot be run: this user may not run it ({code}).', { program, code })
	}
}

function checkFolder(config: Config, isCarriedElsewhere: boolean): Finding {
	const folder = backupFolder(config)
	const { dev, mode } = statSync(nearestExisting(folder))
	const isOurOwn = config.backupDir !== null && existsSync(folder)
	const isOpenToOthers = process.getuid !== undefined && isOurOwn && (mode & 0o077) !== 0
	if (isOpenToOthers)
		return warning(
			PLACE,
			marked('{folder} is open to other users of this machine.', { folder }),
			`chmod -R go= ${folder}`,
		)
	if (isCarriedElsewhere) return ok(PLACE, marked('{folder}, and elsewhere by backup-command', { folder }))
	return dev === statSync(config.dataDir).dev
		? advice(
				PLACE,
				marked('{folder} is on the same disk as the data: when it breaks, both are gone.', { folder }),
				marked('Set --backup-dir to another disk; or let backup-command carry them elsewhere.'),
			)
		: ok(PLACE, marked('{folder}, on another disk than the data', { folder }))
}
