import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { counted } from '#contract/plain-words.ts'
import { backupFolder, backupsIn, newestBackup } from '#server/operations/backups/backup-folder.ts'
import { checkBackup } from '#server/operations/backups/check-backup.ts'
import { lastCommandFailure } from '#server/operations/backups/command-outcome.ts'
import { copiesWithLeft, DAYS_IN_BACKUPS, OVERDUE_DAYS } from '#server/operations/backups/left-members.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'
import { advice, type Finding, ok, problem, warning } from './finding.ts'
import { nearestExisting } from './machine-checks.ts'

const ABOUT = 'Backups'
export const PLACE = 'Place of backups'
const ELSEWHERE = 'Backups elsewhere'
const HOUR_MS = 3_600_000
/** One day, plus half a day for a machine that was off or a server that was restarting. */
const OVERDUE_MS = 36 * HOUR_MS

export const isAboutBackups = ({ about }: Finding) => [ABOUT, PLACE, ELSEWHERE].includes(about)

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
		return [problem(ABOUT, `${backupFolder(config)} cannot be read: ${reason}.`, 'Make it readable for this user.')]
	}
}

const makesNone = ({ backupKeepDaily }: Config) => backupKeepDaily === 0
const MAKE_ONE = 'Make one: backseat backup create'

function none(config: Config, now: Date, dataFile: string): Finding {
	if (makesNone(config))
		return warning(ABOUT, 'There is none, and backup-keep-daily 0 makes none.', `${MAKE_ONE}; or remove that setting.`)
	const bornAt = existsSync(dataFile) ? statSync(dataFile).birthtimeMs : now.getTime()
	const folder = backupFolder(config)
	const obstacle = whyNoneCanBeMade(folder)
	if (obstacle)
		return problem(ABOUT, `No backup can be made in ${folder}: ${obstacle}.`, 'Fix that, or set --backup-dir.')
	return now.getTime() - bornAt < OVERDUE_MS
		? ok(ABOUT, `none in ${folder} yet; a running server makes one each day`)
		: problem(ABOUT, `There is none in ${folder}.`, `${MAKE_ONE}; and see in the server's log why it makes none.`)
}

/**
 * Backups create only the last folder of the path. So the folder must be writable or, if it does not exist, its parent
 * must.
 */
function whyNoneCanBeMade(wanted: string): string | null {
	const [folder, what] = existsSync(wanted) ? [wanted, 'it'] : [dirname(wanted), 'the folder around it']
	const stat = statSync(folder, { throwIfNoEntry: false })
	if (!stat) return `${what} is not there`
	if (!stat.isDirectory()) return `${what} is no folder`
	try {
		accessSync(folder, constants.W_OK | constants.X_OK)
		return null
	} catch (error) {
		return `this user may not write into ${what === 'it' ? 'it' : folder} (${(error as NodeJS.ErrnoException).code})`
	}
}

function checkNewest(config: Config, { path, ageMs }: { path: string; ageMs: number }, isQuick: boolean): Finding {
	try {
		if (!isQuick) checkBackup(path, { as: `The newest backup, ${path},`, advice: '' })
	} catch (error) {
		return problem(ABOUT, error instanceof Error ? error.message.trim() : String(error), MAKE_ONE)
	}
	return judgeAge(config, `${path} is ${readableAge(ageMs)} old${isQuick ? '' : ' and whole'}`, ageMs)
}

function readableAge(ageMs: number): string {
	const hours = Math.round(ageMs / HOUR_MS)
	return hours < 48 ? (hours === 1 ? '1 hour' : `${hours} hours`) : `${Math.floor(hours / 24)} days`
}

function judgeAge(config: Config, newest: string, ageMs: number): Finding {
	if (ageMs <= OVERDUE_MS) return ok(ABOUT, newest)
	return makesNone(config)
		? warning(ABOUT, `${newest}, and backup-keep-daily 0 makes no newer one.`, MAKE_ONE)
		: warning(ABOUT, `${newest}; one a day was wanted.`, `${MAKE_ONE}; a server makes them while it runs.`)
}

/** Checks the headers only; each backup was read completely when it was made. */
function checkOthers(config: Config, now: Date): Finding[] {
	const cutOff = backupsIn(backupFolder(config), now).find(({ isWhole }) => !isWhole)
	if (!cutOff) return []
	const todo = 'It is of no use. Remove it when another one is good, and look after the disk.'
	return [warning(ABOUT, `${cutOff.path} has been cut off or written over.`, todo)]
}

/** The server rewrites such backups once a day, so these could not be. */
function checkLeftMembers(config: Config, now: Date): Finding[] {
	if (!existsSync(dataFileIn(config.dataDir))) return []
	return copiesOverdue(config, now).map(({ copy, members, unreadable }) => {
		const days = `more than ${DAYS_IN_BACKUPS} days ago`
		const says =
			unreadable === null
				? `${copy.path} still holds what was deleted ${days}: ${counted(members.length, 'account or ghost', 'accounts or ghosts')}.`
				: `${copy.path} may still hold accounts that were deleted ${days}, and cannot be read (${unreadable}).`
		return problem(ABOUT, says, 'Make it writable for the server, which then rewrites it within a day; or remove it.')
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
	if (obstacle)
		return [
			problem(ELSEWHERE, `${backupCommand} cannot be run: ${obstacle}.`, 'Set backup-command anew, or mend that.'),
		]
	const failure = lastCommandFailure(config)
	if (!failure) return [ok(ELSEWHERE, `${backupCommand} is run after each backup`)]
	const when = `${failure.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
	const todo = "The server's log has what it said. Then make one: backseat backup create"
	return [problem(ELSEWHERE, `${backupCommand} ${failure.reason}, ${when}: backups are only here.`, todo)]
}

function whyNotRun(program: string): string | null {
	if (!statSync(program, { throwIfNoEntry: false })?.isFile()) return 'there is no such file'
	try {
		accessSync(program, constants.X_OK)
		return null
	} catch (error) {
		return `this user may not run it (${(error as NodeJS.ErrnoException).code})`
	}
}

function checkFolder(config: Config, isCarriedElsewhere: boolean): Finding {
	const folder = backupFolder(config)
	const { dev, mode } = statSync(nearestExisting(folder))
	const isOurOwn = config.backupDir !== null && existsSync(folder)
	const isOpenToOthers = process.getuid !== undefined && isOurOwn && (mode & 0o077) !== 0
	if (isOpenToOthers)
		return warning(PLACE, `${folder} is open to other users of this machine.`, `chmod -R go= ${folder}`)
	if (isCarriedElsewhere) return ok(PLACE, `${folder}, and elsewhere by backup-command`)
	return dev === statSync(config.dataDir).dev
		? advice(
				PLACE,
				`${folder} is on the same disk as the data: when it breaks, both are gone.`,
				'Set --backup-dir to another disk; or let backup-command carry them elsewhere.',
			)
		: ok(PLACE, `${folder}, on another disk than the data`)
}
