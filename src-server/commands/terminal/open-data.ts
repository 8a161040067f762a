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
 * Opens the data of an instance for a command, beside its server if one runs. Makes nothing that is not there, and
 * leaves migrations to the server, which makes a backup first. `checkpoint`: what the settings say, for a
 * command that must have the write-ahead log emptied.
 */
export function openExistingData(config: Config, checkpoint: Config['checkpoint'] = 'external'): Context {
	const { dataDir } = config
	refuseNoBackseat(dataDir)
	process.umask(0o077)
	// When a server runs, the server, or its Litestream, copies the write-ahead log into the file, not this command.
	const db = openDataFile(dataDir, {
		mayMigrate: false,
		checkpoint,
		newestBackup: (wanted) => backupFor(config, wanted),
	})
	return createContext({ db, config, log: createLog(config) })
}

/** A folder that may not be read is refused as that, not as one without data. */
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
		// The dot makes a plain file fail as "not a folder" instead of as a folder that may not be read.
		accessSync(`${dataDir}/.`, constants.R_OK | constants.X_OK)
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException
		if (code === 'EACCES' || code === 'EPERM') throw new StartRefused(noAccessTo(dataDir), EXIT.noDataFolder)
	}
}
