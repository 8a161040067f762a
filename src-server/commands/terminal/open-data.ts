import { accessSync, constants, existsSync } from 'node:fs'
import { EXIT } from '#contract/start-problems.ts'
import { type Context, createContext } from '#server/context.ts'
import { createLog } from '#server/http/request-log.ts'
import { shellWord } from '#server/log/printable-text.ts'
import { backupFor } from '#server/operations/backups/backup-folder.ts'
import { dataElsewhere, dataFileIn, openDataFile } from '#server/process/data/data-file.ts'
import { hasInstanceMarker } from '#server/process/data/data-folder.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'
import { noAccessTo } from './system-errors.ts'

/**
 * Opens an instance's data beside a running server. Creates nothing and leaves migrations to the server, which makes a
 * backup first. `checkpoint` comes from the settings, for a command that must empty the write-ahead log.
 */
export function openExistingData(config: Config, checkpoint: Config['checkpoint'] = 'external'): Context {
	const { dataDir } = config
	refuseNoBackseat(dataDir)
	process.umask(0o077)
	// A running server or its Litestream does the checkpoints.
	const db = openDataFile(dataDir, {
		mayMigrate: false,
		checkpoint,
		newestBackup: (wanted) => backupFor(config, wanted),
	})
	return createContext({ db, config, log: createLog(config) })
}

/** Reports an unreadable folder as such, not as missing data. */
export function refuseNoBackseat(dataDir: string) {
	refuseClosedFolder(dataDir)
	if (existsSync(dataFileIn(dataDir)) || hasInstanceMarker(dataDir)) return
	const elsewhere = dataElsewhere(dataDir)
	const whatToDo = elsewhere
		? `There is one in ${elsewhere}: add --data-dir ${shellWord(elsewhere)}`
		: 'Set --data-dir to its data folder.'
	throw new StartRefused(`There is no Backseat in ${dataDir}. ${whatToDo}`, EXIT.noDataFolder)
}

export function refuseClosedFolder(dataDir: string) {
	try {
		// With the dot, a plain file fails with "not a folder" instead of a permission error.
		accessSync(`${dataDir}/.`, constants.R_OK | constants.X_OK)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'EACCES' || code === 'EPERM') throw new StartRefused(noAccessTo(dataDir), EXIT.noDataFolder)
	}
}
