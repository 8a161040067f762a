import { existsSync } from 'node:fs'
import type { Database } from '#db/database.ts'
import { newestBackup } from '#server/backups/backup-folder.ts'
import type { Config } from '#server/config.ts'
import { dataFileIn, openDataFile } from '#server/platform/data-file.ts'
import { hasInstanceMarker } from '#server/platform/instance-marker.ts'
import { EXIT, StartRefused } from '#server/platform/start-refused.ts'

/**
 * Opens the data of an instance for a command, beside its server if one runs. Makes nothing that is not there, and
 * leaves bringing data up to date to the server, which makes a backup first.
 */
export function openExistingData(config: Config): Database {
	const { dataDir } = config
	if (!existsSync(dataFileIn(dataDir)) && !hasInstanceMarker(dataDir))
		throw new StartRefused(`There is no Backseat in ${dataDir}. Set --data-dir to its data folder.`, EXIT.noDataFolder)
	process.umask(0o077)
	// When a server runs, copying the write-ahead log into the file is not our business, whoever does it.
	return openDataFile(dataDir, {
		mayMigrate: false,
		checkpoint: 'external',
		newestBackup: () => newestBackup(config)?.path ?? null,
	})
}
