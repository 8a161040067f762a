import { backupFolder, backupFor } from '#server/operations/backups/backup-folder.ts'
import { dataFileIn } from '#server/process/data/data-file.ts'
import type { Config } from '#server/settings/config.ts'
import { checkPublicUrl, checkServer } from './address-checks.ts'
import { checkAlerts } from './alert-check.ts'
import { checkBackups } from './backup-checks.ts'
import { checkCertificate, checkPublicCertificate } from './certificate-check.ts'
import { checkDatabase } from './database-check.ts'
import type { Finding } from './finding.ts'
import { checkClock, checkDiskSpace, checkFileSystem, checkFolder } from './machine-checks.ts'
import { checkMail } from './mail-check.ts'
import { checkPasskeyAddress, checkPasskeys } from './passkey-check.ts'
import { checkPush } from './push-check.ts'
import { checkProvider, checkProxyHeader } from './sign-in-checks.ts'
import { checkTimeZone } from './time-zone-check.ts'

/**
 * Changes nothing and works beside a running server. `isQuick` skips comparing indexes with their tables and reading the
 * newest backup.
 */
export async function examine(config: Config, { isQuick = false, now = new Date() } = {}): Promise<Finding[]> {
	const folder = checkFolder(config.dataDir)
	const pub = await checkPublicUrl(config)
	const certificate = [...checkCertificate(config, now), ...(await checkPublicCertificate(config, now))]
	const signIn = [...(await checkProvider(config)), ...checkProxyHeader(config, now)]
	const outside = [
		pub.finding,
		...certificate,
		...checkMail(config),
		...checkAlerts(config),
		...checkPush(config),
		checkPasskeyAddress(config),
		...signIn,
	]
	// If the folder itself is unreadable, report only that.
	if (folder.state === 'problem')
		return [folder, ...outside, checkClock(now, null, pub.date), checkTimeZone(config, now)]

	const dataFile = dataFileIn(config.dataDir)
	const database = checkDatabase(dataFile, config.dataDir, {
		isQuick,
		newestBackup: (wanted) => backupFor(config, wanted),
	})
	return [
		folder,
		checkFileSystem(config.dataDir),
		...checkDiskSpace(config.dataDir, backupFolder(config)),
		database.finding,
		...checkBackups(config, now, dataFile, { isQuick }),
		checkClock(now, database.newest, pub.date),
		checkTimeZone(config, now),
		await checkServer(config),
		...checkPasskeys(database.passkeys ?? [], config),
		...outside,
	]
}
