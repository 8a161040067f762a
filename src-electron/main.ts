import { app, nativeTheme, net, powerMonitor, protocol } from 'electron'
import { autoUpdater } from 'electron-updater'
import { ENGLISH } from '#contract/languages.ts'
import { speak } from '#contract/text.ts'
import { appPaths } from './app-paths.ts'
import { createElectronDesktop } from './electron/electron-desktop.ts'
import { httpGetter } from './electron/http-get.ts'
import { languageOfApp, readCatalogue } from './language.ts'
import { checkInstance } from './links/instance-check.ts'
import { createShellPages } from './pages/shell-pages.ts'
import { newLaunchSecret } from './server/own-server.ts'
import { superviseServer } from './server/supervisor.ts'
import { openSettings } from './settings/settings-file.ts'
import { createAppLife } from './shell/app-life.ts'
import { createShell, type Shell } from './shell/shell.ts'
import { SHELL_SCHEME } from './shell/shell-channels.ts'
import { createUpdates } from './updates/updates.ts'

/** The version of this build. `app.getVersion()` names no commit, because packages and updates are named by it. */
declare const BACKSEAT_VERSION: string

function createBackseat({ paths, settings, language, catalogue }: Beginning): Shell {
	// macOS prints `version` behind the other, in brackets.
	app.setAboutPanelOptions({ applicationName: 'Backseat', applicationVersion: BACKSEAT_VERSION, version: '' })
	const secret = newLaunchSecret()
	const desktop = createElectronDesktop({
		paths,
		settings,
		answerPage: createShellPages(paths.pages, { language, catalogue }),
		shell: () => shell,
	})
	const shell = createShell({
		version: BACKSEAT_VERSION,
		dataDir: paths.dataDir,
		licenses: paths.licenses,
		secret,
		settings,
		desktop,
		supervise: (onState) =>
			superviseServer({
				binary: paths.binary,
				dataDir: paths.dataDir,
				secret,
				port: { read: () => settings.current().port, remember: (port) => settings.change({ port }) },
				isLan: () => settings.current().isLan,
				// The server's own is English.
				language: language.tag === ENGLISH.tag ? undefined : language.tag,
				onState,
			}),
		check: (candidates) =>
			checkInstance(
				candidates,
				httpGetter((options) => net.request(options), { credentials: 'omit' }),
			),
		language: { spoken: language, of: languageFor },
		updates: (onStatus) =>
			createUpdates({
				// electron-updater detects the platform on first access, so access it late.
				updater: () => autoUpdater,
				feed: () => settings.current().updateFeed,
				onStatus,
			}),
	})
	return shell
}

type Beginning = ReturnType<typeof begin>

const languageFor = (chosen: string | null) => languageOfApp(chosen, app.getPreferredSystemLanguages())

/** Chromium reads its language once, before Electron is ready, so the language is chosen here. */
function begin() {
	const paths = appPaths({
		isPackaged: app.isPackaged,
		appPath: app.getAppPath(),
		resourcesPath: process.resourcesPath,
		userData: app.getPath('userData'),
		platform: process.platform,
	})
	const settings = openSettings(paths.settings)
	const language = languageFor(settings.current().language)
	const catalogue = readCatalogue(paths.languages, language)
	app.commandLine.appendSwitch('lang', language.tag)
	speak(catalogue)
	return { paths, settings, language, catalogue }
}

function run() {
	const beginning = begin()
	const life = createAppLife({ quit: () => app.quit() })

	// In development this would register Electron itself, without this app.
	if (app.isPackaged) app.setAsDefaultProtocolClient('backseat')
	app.setAppUserModelId('app.backseat.desktop')
	nativeTheme.themeSource = 'system'
	protocol.registerSchemesAsPrivileged([{ scheme: SHELL_SCHEME, privileges: { standard: true, secure: true } }])

	app.on('open-url', (event, url) => life.openUrl(event, url))
	app.on('second-instance', (_event, argv) => life.secondStart(argv))
	app.on('activate', () => life.activate())
	app.on('window-all-closed', () => life.lastWindowClosed())
	app.on('before-quit', (event) => life.beforeQuit(event))
	app.on('select-client-certificate', (event, _page, _url, _certificates, answer) => {
		// Otherwise Electron sends the first certificate it finds, and with it the user's name, to any instance that requests one.
		event.preventDefault()
		answer()
	})
	void app.whenReady().then(() => {
		powerMonitor.on('shutdown', () => life.systemShutdown())
		life.begin(createBackseat(beginning), process.argv)
	})
}

if (app.requestSingleInstanceLock()) run()
else app.quit()
