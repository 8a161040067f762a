import { backupFolder, newestBackup } from '#server/operations/backups/backup-folder.ts'
import { dataFileIn, inWholeMegabytes, sizeOf } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'
import { checkBackups } from './backup-checks.ts'
import { checkCertificate } from './certificate-check.ts'
import { type Finding, ok, problem, unknown } from './finding.ts'
import { checkClock, checkDiskSpace, checkFileSystem, checkFolder } from './machine-checks.ts'
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
					...looked('File system', () => [checkFileSystem(dataDir)]),
					...looked('Disk space', () => checkDiskSpace(dataDir, backupFolder(config))),
					isWell ? ok('Database', `${dataFile} takes what is saved`) : unwell(dataFile),
					...looked('Backups', () => checkBackups(config, now, dataFile, { isQuick: true })),
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
		return [unknown(about, `it could not be looked at (${(error as NodeJS.ErrnoException).code ?? String(error)})`)]
	}
}

const unwell = (dataFile: string) =>
	problem(
		'Database',
		`What was last to be saved in ${dataFile} could not be.`,
		"Is the disk full, or failing? The server's log says more, and so does in a terminal: backseat doctor",
	)

/** Null for an unreadable folder, which is already a finding. */
function newestOf(config: Config, now: Date): Date | null {
	try {
		return newestBackup(config, now)?.at ?? null
	} catch {
		return null
	}
}
