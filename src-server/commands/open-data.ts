import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '#db/database.ts'
import type { Config } from '#server/config.ts'
import { whyNotOpened } from '#server/platform/data-folder.ts'
import { EXIT, StartRefused } from '#server/platform/start-refused.ts'

/** Opens the data of an instance for a command, beside its server if one runs. Makes nothing that is not there. */
export function openExistingData({ dataDir }: Config): Database {
	const path = join(dataDir, 'backseat.db')
	if (!existsSync(path))
		throw new StartRefused(`There is no Backseat in ${dataDir}. Set --data-dir to its data folder.`, EXIT.noDataFolder)
	try {
		return openDatabase(path)
	} catch (error) {
		throw whyNotOpened(error, path)
	}
}
