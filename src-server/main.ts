import './platform/production.ts'
import { join } from 'node:path'
import { openDatabase } from '#db/database.ts'
import { createAnalytics } from './analytics/analytics.service.ts'
import { createApp } from './app.ts'
import { runCli } from './cli.ts'
import type { Config } from './config.ts'
import { whyNotOpened } from './platform/data-folder.ts'
import { meetDesktopApp } from './platform/desktop-app.ts'
import { type OpenApp, serve } from './platform/lifecycle.ts'
import { loadUi } from './platform/ui-files.ts'

/** Everything one running Backseat consists of. */
function openApp(config: Config): OpenApp {
	const ui = loadUi(config.basePath)
	const db = openData(join(config.dataDir, 'backseat.db'))
	const app = createApp({ db, config, ui, analytics: createAnalytics(config) })
	return {
		fetch: app.fetch,
		close: async () => {
			db.close()
			await app.close()
		},
	}
}

function openData(path: string) {
	try {
		return openDatabase(path)
	} catch (error) {
		throw whyNotOpened(error, path)
	}
}

/** The port is the desktop app's to choose: it remembers the one of last time. */
async function serveDesktopApp(config: Config): Promise<number> {
	const desktopApp = await meetDesktopApp()
	return serve({ ...config, port: desktopApp.port }, openApp, desktopApp)
}

process.exit(await runCli(process.argv.slice(2), { serve: (config) => serve(config, openApp), serveDesktopApp }))
