import type { SettingsFile } from '#desktop/settings/settings-file.ts'
import { backUpBeforeNewVersion } from './data-backup.ts'

/** What is done before this version's first server: the data are copied if another version had them last. Throws if it cannot. */
export function firstStart(house: { settings: SettingsFile; dataDir: string; backupsDir: string; version: string }) {
	const { settings, dataDir, backupsDir, version } = house
	return () => {
		const { lastVersion } = settings.current()
		backUpBeforeNewVersion({ dataDir, backupsDir, lastVersion, version, now: new Date() })
		settings.change({ lastVersion: version })
	}
}
