import { statSync } from 'node:fs'
import { backupFolder } from '#server/operations/backups/backup-folder.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'
import { checkBackups } from './checks/backup-check.ts'
import { checkCertificate } from './checks/certificate-check.ts'
import { checkClock } from './checks/clock-check.ts'
import { checkDiskSpace } from './checks/disk-space-check.ts'
import { checkFileSystem } from './checks/file-system-check.ts'
import { checkFolder } from './checks/folder-check.ts'
import { checkDatabase } from './checks/integrity-check.ts'
import { checkPublicUrl } from './checks/public-url-check.ts'
import { checkServer } from './checks/server-check.ts'
import type { Finding } from './finding.ts'

/** Looks at everything an operator can get wrong, or a disk can lose. Changes nothing; works beside a running server. */
export async function examine(config: Config, now = new Date()): Promise<Finding[]> {
	const folder = checkFolder(config.dataDir)
	const pub = await checkPublicUrl(config)
	const outside = [pub.finding, ...checkCertificate(config, now)]
	// Nothing in a folder that cannot be read is worth a second complaint.
	if (folder.state === 'problem') return [folder, ...outside, checkClock(now, null, pub.date)]

	const dataFile = dataFileIn(config.dataDir)
	const database = checkDatabase(dataFile, config.dataDir)
	return [
		folder,
		checkFileSystem(config.dataDir),
		...checkDiskSpace(config.dataDir, backupFolder(config), statSync(dataFile, { throwIfNoEntry: false })?.size ?? 0),
		database.finding,
		...checkBackups(config, now, dataFile),
		checkClock(now, database.newest, pub.date),
		await checkServer(config),
		...outside,
	]
}
