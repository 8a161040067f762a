import { statSync } from 'node:fs'
import { backupFolder } from '#server/backups/backup-folder.ts'
import type { Config } from '#server/config.ts'
import { dataFileIn } from '#server/platform/data-file.ts'
import { checkBackups } from './backup-check.ts'
import { checkCertificate } from './certificate-check.ts'
import { checkClock } from './clock-check.ts'
import { checkDiskSpace } from './disk-space-check.ts'
import { checkFileSystem } from './file-system-check.ts'
import type { Finding } from './finding.ts'
import { checkFolder } from './folder-check.ts'
import { checkDatabase } from './integrity-check.ts'
import { checkPublicUrl } from './public-url-check.ts'
import { checkServer } from './server-check.ts'

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
