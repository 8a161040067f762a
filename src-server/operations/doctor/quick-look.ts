import { marked } from '#contract/text.ts'
import { backupFolder, newestBackup } from '#server/operations/backups/backup-folder.ts'
import { dataFileIn, inWholeMegabytes, sizeOf } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'
import { BACKUPS, checkBackups } from './backup-checks.ts'
import { checkCertificate } from './certificate-check.ts'
import { DATABASE } from './database-check.ts'
import { type Finding, ok, problem, unknown } from './finding.ts'
import { checkClock, checkDiskSpace, checkFileSystem, checkFolder, DISK, FILE_SYSTEM } from './machine-checks.ts'
import { checkPasskeyAddress } from './passkey-check.ts'
import { checkPush } from './push-check.ts'

/** `dataBytes` is the size of the data file in whole megabytes, without the write-ahead log. */
export type QuickLook = { dataBytes: number; newestBackupAt: Date | null; findings: Finding[] }

/**
 * The doctor's checks that take a running server only an instant: they read no whole file and do not use the network.
 * `isWell` is false if the last write failed.
 */
export function lookQuickly(config: Config, seen: { now: Date; newestRow: Date | null; isWell: boolean }): QuickLook {
	const { now, newestRow, isWell } = seen
	const { dataDir } = config
	const dataFile = dataFileIn(dataDir)
	const folder = checkFolder(dataDir)
	// If the folder itself is unreadable, report only that.
	const inside =
		folder.state === 'problem'
			? []
			: [
					...looked(FILE_SYSTEM, () => [checkFileSystem(dataDir)]),
					...looked(DISK, () => checkDiskSpace(dataDir, backupFolder(config))),
					isWell ? ok(DATABASE, marked('{file} takes what is saved', { file: dataFile })) : unwell(dataFile),
					...looked(BACKUPS, () => checkBackups(config, now, dataFile, { isQuick: true })),
				]
	return {
		dataBytes: inWholeMegabytes(sizeOf(dataFile)),
		newestBackupAt: folder.state === 'problem' ? null : newestOf(config, now),
		findings: [
			folder,
			...inside,
			checkClock(now, newestRow, null),
			...checkCertificate(config, now),
			...checkPush(config),
			checkPasskeyAddress(config),
		],
	}
}

/** Turns a thrown error into a finding, so that one failing disk does not hide the other checks. */
function looked(about: string, check: () => Finding[]): Finding[] {
	try {
		return check()
	} catch (error) {
		const code = (error as NodeJS.ErrnoException).code ?? String(error)
		return [unknown(about, marked('it could not be looked at ({code})', { code }))]
	}
}

const unwell = (dataFile: string) =>
	problem(
		DATABASE,
		marked('What was last to be saved in {file} could not be.', { file: dataFile }),
		marked("Is the disk full, or failing? The server's log says more, and so does in a terminal: backseat doctor"),
	)

/** Null for an unreadable folder, which is already a finding. */
function newestOf(config: Config, now: Date): Date | null {
	try {
		return newestBackup(config, now)?.at ?? null
	} catch {
		return null
	}
}
