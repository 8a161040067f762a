import { app, nativeTheme, net, powerMonitor, protocol } from 'electron'
import { createElectronDesktop } from './electron/electron-desktop.ts'
import { createUpdater } from './electron/updater.ts'
import { deepLinkIn } from './links/deep-link.ts'
import { checkInstance } from './links/instance-check.ts'
import { createShellPages } from './pages/shell-pages.ts'
import { placesOf } from './places.ts'
import { backUpBeforeNewVersion } from './server/data-backup.ts'
import { newLaunchSecret } from './server/launch-secret.ts'
import { superviseServer } from './server/supervisor.ts'
import { openSettings } from './settings/settings-file.ts'
import { createShell, type Shell } from './shell.ts'
import { SHELL_SCHEME } from './shell-channels.ts'
import { createUpdates } from './updates/updates.ts'

/*
 * The desktop app from the outside in: what is set up, in this order. Everything that decides something is a module
 * of its own that runs without Electron.
 */

function createBackseat(): Shell {
	const version = app.getVersion()
	const places = placesOf({
		isPackaged: app.isPackaged,
		appPath: app.getAppPath(),
		resourcesPath: process.resourcesPath,
		userData: app.getPath('userData'),
		platform: process.platform,
	})
	const settings = openSettings(places.settings)
	const secret = newLaunchSecret()
	const desktop = createElectronDesktop({
		places,
		settings,
		answerPage: createShellPages(places.pages),
		shell: () => shell,
	})
	const shell = createShell({
		version,
		dataDir: places.dataDir,
		secret,
		settings,
		desktop,
		supervise: (onState) =>
			superviseServer({
				binary: places.binary,
				dataDir: places.dataDir,
				secret,
				port: { read: () => settings.current().port, remember: (port) => settings.change({ port }) },
				isLan: () => settings.current().isLan,
				beforeFirstStart: () => {
					const { lastVersion } = settings.current()
					backUpBeforeNewVersion({
						...{ dataDir: places.dataDir, backupsDir: places.backups },
						...{ lastVersion, version, now: new Date() },
					})
					settings.change({ lastVersion: version })
				},
				onState,
			}),
		check: (candidates) => checkInstance(candidates, (url, init) => net.fetch(url, init)),
		updates: (onStatus) =>
			createUpdates({ updater: createUpdater, feed: () => settings.current().updateFeed, onStatus }),
	})
	return shell
}

function run() {
	let shell: Shell | null = null
	let isEnding = false
	let isEnded = false
	/** A link that macOS hands over before there is anything to show it in. */
	let earlyLink: string | null = null

	// In development it would be Electron itself that links start, without this app.
	if (app.isPackaged) app.setAsDefaultProtocolClient('backseat')
	app.setAppUserModelId('app.backseat.desktop')
	nativeTheme.themeSource = 'system'
	protocol.registerSchemesAsPrivileged([{ scheme: SHELL_SCHEME, privileges: { standard: true, secure: true } }])

	app.on('open-url', (event, url) => {
		event.preventDefault()
		if (shell) shell.openLink(url)
		else earlyLink = url
	})
	app.on('second-instance', (_event, argv) => {
		shell?.show()
		const link = deepLinkIn(argv)
		if (link) shell?.openLink(link)
	})
	app.on('activate', () => shell?.show())
	app.on('window-all-closed', () => {
		if (!shell?.staysWithoutWindow()) app.quit()
	})
	app.on('before-quit', (event) => {
		if (isEnded || !shell) return
		event.preventDefault()
		// Asked again while the windows go, or by somebody in a hurry: it ends once.
		if (isEnding) return
		isEnding = true
		void shell.end().finally(() => {
			isEnded = true
			// Not within this event: Electron would take the answer to the first question for the one to the second.
			setImmediate(() => app.quit())
		})
	})
	app.on('select-client-certificate', (event, _page, _url, _certificates, answer) => {
		// Else Electron hands out the first one it finds, and with it somebody's name, to any instance that asks.
		event.preventDefault()
		answer()
	})
	void app.whenReady().then(() => {
		powerMonitor.on('shutdown', () => {
			// macOS calls a shutdown off when an app puts off its end. The server goes when this process does.
			isEnded = true
			void shell?.end()
		})
		shell = createBackseat()
		shell.start(earlyLink ?? deepLinkIn(process.argv))
	})
}

if (app.requestSingleInstanceLock()) run()
else app.quit()
