import './platform/production.ts'
import { createAnalytics } from './analytics/analytics.service.ts'
import { createApp } from './app.ts'
import { backUpBeforeMigration, backUpIfOlder } from './backups/backup-data.ts'
import { newestBackup } from './backups/backup-folder.ts'
import { startBackups } from './backups/backup-schedule.ts'
import { runCli } from './cli.ts'
import type { Config } from './config.ts'
import { instanceQueries } from './instance/instance.queries.ts'
import { setupNotes } from './invites/setup-link.service.ts'
import { notesOnDataElsewhere } from './platform/data-elsewhere.ts'
import { openDataFile } from './platform/data-file.ts'
import { meetDesktopApp } from './platform/desktop-app.ts'
import { takeInstanceLock } from './platform/instance-lock.ts'
import { instanceIdOf } from './platform/instance-marker.ts'
import { type OpenApp, serve } from './platform/lifecycle.ts'
import { createLog } from './platform/request-log.ts'
import { leaveAddress, removeAddress } from './platform/running-address.ts'
import { loadUi } from './platform/ui-files.ts'

/** Everything one running Backseat consists of. */
async function openApp(config: Config): Promise<OpenApp> {
	const ui = loadUi(config.basePath)
	const log = createLog(config)
	// Never released: it goes with the process, and so do the last connections to the data.
	takeInstanceLock(config.dataDir)
	const backupBefore = await backUpIfOlder(config)
	const db = openDataFile(config.dataDir, {
		beforeMigration: (form) => {
			const backup = backupBefore ?? backUpBeforeMigration(config)()
			log.info(`Bringing the data of form ${form} up to date; the backup made before is ${backup}`)
			return backup
		},
		checkpoint: config.checkpoint,
		newestBackup: () => newestBackup(config)?.path ?? null,
		tell: log.warn,
	})
	leaveAddress(config)
	const backups = startBackups(config, log)
	// Loading Prometheus' library takes as long as all the rest of a start.
	const metrics = config.metricsToken === null ? null : await import('./metrics/metrics.service.ts')
	const analytics = createAnalytics(config, log)
	const app = createApp({
		db,
		config,
		instanceId: instanceIdOf(config.dataDir),
		ui,
		log,
		analytics,
		createMetrics: metrics?.createMetrics,
	})
	const isEmpty = !instanceQueries(db).hasPeople()
	return {
		fetch: app.fetch,
		notes: [...(isEmpty ? notesOnDataElsewhere(config.dataDir) : []), ...setupNotes(db, config)],
		close: async () => {
			backups.stop()
			removeAddress(config.dataDir)
			const closing = app.close()
			db.close()
			await closing
		},
	}
}

/** The port is the desktop app's to choose: it remembers the one of last time. */
async function serveDesktopApp(config: Config): Promise<number> {
	const desktopApp = await meetDesktopApp()
	return serve({ ...config, port: desktopApp.port }, openApp, desktopApp)
}

process.exit(await runCli(process.argv.slice(2), { serve: (config) => serve(config, openApp), serveDesktopApp }))
