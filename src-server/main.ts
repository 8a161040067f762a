import './process/production.ts'
import { createApp } from './app.ts'
import { runCli } from './cli.ts'
import { type Context, createContext } from './context.ts'
import { hostlessNotes } from './features/accounts/last-host.ts'
import { keepLogInPauses, resumeLogInPauses } from './features/accounts/log-in-pauses.ts'
import { noteGoodBackup } from './features/host/backups/note-backup.ts'
import { setupFor } from './features/invites/invites.service.ts'
import { dropExpiredPagesDaily } from './features/sent/expired-pages.ts'
import { startOpenings } from './features/trips/openings.ts'
import { loadUi } from './http/files/ui-files.ts'
import type { Log } from './http/request-log.ts'
import { longWritesInWorker } from './long-writes/long-writes.ts'
import { backupFor } from './operations/backups/backup-folder.ts'
import { backUpBeforeMigration, backUpIfOlder, startBackups } from './operations/backups/backup-schedule.ts'
import { type BackupRuns, serverBackups } from './operations/backups/backup-worker-client.ts'
import { startForgetting } from './operations/backups/forget-left.ts'
import { lookQuickly } from './operations/doctor/quick-look.ts'
import { drawingProcess } from './operations/pictures/drawing-process.ts'
import { pictureCache, picturesIn } from './operations/pictures/picture-cache.ts'
import { dataFileIn, notesOnDataElsewhere, type WantedBackup } from './process/data/data-file.ts'
import { instanceIdOf } from './process/data/data-folder.ts'
import { takeInstanceLock } from './process/data/instance-lock.ts'
import { openServedData } from './process/data/served-data.ts'
import { connectDesktopApp } from './process/desktop/desktop-app.ts'
import { type OpenApp, serve } from './process/lifecycle.ts'
import { proxyNotes, removeProxyNote } from './process/proxy-note.ts'
import { removeRunningAddress, writeRunningAddress } from './process/running-address.ts'
import type { Config } from './settings/config.ts'

/** Delays work that no request waits for. */
const AFTER_START_MS = 1000

async function openApp(config: Config, log: Log, { isDesktop = false } = {}): Promise<OpenApp> {
	const ui = loadUi(config.basePath, { hasServiceWorker: !isDesktop })
	// Never released: the process must hold the lock as long as any connection to the data.
	takeInstanceLock(config.dataDir)
	const backupBefore = await backUpIfOlder(config)
	let backupBeforeMigration: string | null = null
	const opening = {
		beforeMigration: (version: number) => {
			const backup = backupBefore ?? backUpBeforeMigration(config)()
			backupBeforeMigration = backup
			log.info(`Migrating the data from schema version ${version}; the backup made before is ${backup}`)
			return backup
		},
		checkpoint: config.checkpoint,
		newestBackup: (wanted: WantedBackup) => backupFor(config, wanted),
	}
	const data = openServedData(config.dataDir, opening, { log })
	const { db } = data
	writeRunningAddress(config)
	const context = createContext({ db, config, log, isDesktop })
	resumeLogInPauses(context)
	const noteGood = (path: string) => noteGoodBackup(context, path)
	// The desktop app ends its server with the window, too soon for an upload.
	if (isDesktop && config.backupCommand !== null) log.warn(NO_COMMAND_IN_APP)
	const command = isDesktop || config.backupCommand === null ? null : await loadCommand(config, log)
	const runCommandFor = (path: string) => void command?.runFor(path)
	if (backupBeforeMigration !== null) {
		noteGood(backupBeforeMigration)
		runCommandFor(backupBeforeMigration)
	}
	const backups = serverBackups(runCommandFor)
	const schedule = startBackups(config, { log, runs: backups.runs, made: noteGood }, context.clock)
	const forgetting = startForgetting(context)
	const longWrites = longWritesInWorker(context, dataFileIn(config.dataDir))
	const openings = startOpenings(context, { longWrites, afterMs: AFTER_START_MS })
	const expiredPages = dropExpiredPagesDaily(context, AFTER_START_MS)
	const alerts = config.alertUrl === null ? null : await loadAlerts(context, backups.runs)
	const drawing = drawingProcess({ schedule: context.clock.schedule, warn: log.warn })
	const cache = pictureCache({ folder: picturesIn(config.dataDir), now: context.clock.now, warn: log.warn })
	const app = createApp(context, {
		ui,
		drawing: { draw: drawing.draw, cache },
		longWrites,
		openings,
		instanceId: instanceIdOf(config.dataDir),
		lookAtFolder: (now, newestRow) => lookQuickly(config, { now, newestRow, isWell: db.isWell() }),
		backups,
		alerts,
		noteProxy: proxyNotes(config.dataDir),
		metrics: config.metricsToken === null ? null : await loadMetrics(context),
	})
	return {
		fetch: app.fetch,
		endStreams: app.endStreams,
		...(!isDesktop && {
			greeting: () => ({
				notes: [
					...(context.queries.users.hasPeople() ? [] : notesOnDataElsewhere(config.dataDir)),
					...hostlessNotes(context),
				],
				setup: setupFor(context),
			}),
		}),
		close: async () => {
			void schedule.stop()
			const forgotten = forgetting.stop()
			backups.stop()
			drawing.stop()
			const quiet = Promise.all([alerts?.stop(), command?.stop()])
			removeRunningAddress(config.dataDir)
			removeProxyNote(config.dataDir)
			await Promise.all([openings.stop(), expiredPages.stop(), app.stopNews(), forgotten])
			await db.turns.areFree()
			keepLogInPauses(context)
			const closing = app.close()
			await data.close()
			await Promise.all([closing, quiet])
		},
	}
}

async function loadAlerts(context: Context, runs: BackupRuns) {
	const { startAlerts } = await import('./operations/alerts/alerts.ts')
	return startAlerts(context, runs)
}

const NO_COMMAND_IN_APP =
	'The desktop app does not run backup-command. Copy the folder of the backups by a program of your own.'

async function loadCommand(config: Config, log: Log) {
	const { backupCommand } = await import('./operations/backups/backup-command.ts')
	return backupCommand(config, log)
}

/** Loading the Prometheus library takes as long as the rest of the start. */
async function loadMetrics(context: Context) {
	const { createMetrics } = await import('./operations/metrics/metrics.ts')
	return createMetrics(context)
}

async function serveDesktopApp(config: Config): Promise<number> {
	const desktopApp = await connectDesktopApp()
	const open = (config: Config, log: Log) => openApp(config, log, { isDesktop: true })
	return serve({ ...config, port: desktopApp.port }, open, desktopApp)
}

async function openDemo(config: Config, log: Log): Promise<OpenApp> {
	const { openDemo } = await import('./demo/demo-app.ts')
	return openDemo(config, log)
}

const servers = { serve: (config: Config) => serve(config, config.isDemo ? openDemo : openApp), serveDesktopApp }
process.exit(await runCli(process.argv.slice(2), servers, process))
