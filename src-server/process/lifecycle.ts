import { EXIT } from '#contract/start-problems.ts'
import { addressForPeopleHere } from '#server/http/addresses/own-addresses.ts'
import { readTls } from '#server/http/addresses/tls.ts'
import type { Peer } from '#server/http/client.ts'
import { desktopGate } from '#server/http/desktop-gate.ts'
import { refusal } from '#server/http/problems.ts'
import { createLog, type Log } from '#server/http/request-log.ts'
import { stderrDrained } from '#server/log/log.ts'
import { standardOutput } from '#server/log/standard-output.ts'
import type { Config } from '#server/settings/config.ts'
import { StartRefused } from '#server/start-refused.ts'
import { banner, type Setup, startWarnings, warningsOfTests } from './banner.ts'
import { prepareDataFolder } from './data/data-folder.ts'
import { type DesktopApp, readyLine } from './desktop/desktop-app.ts'
import { listen, portTaken, problem, removeDeadSocket } from './listening.ts'
import { refuseHandedOverSockets, serviceManager } from './service-manager.ts'
import { onMeaninglessSignal, onStopSignal } from './signals.ts'

/**
 * The app behind the port, with open data. `close` saves everything and closes the data file before it waits for outgoing
 * requests.
 */
export type OpenApp = {
	fetch(request: Request, peer: Peer): Promise<Response>
	close(): Promise<void>
	endStreams?(): void
	/** For the operator, printed with the address. */
	greeting?(): { notes: string[]; setup: Setup | null }
}

/** Time limits of a stop: for requests in progress, then for outgoing requests, and finally for a slow reader of the log. */
export const STOP_TIMEOUTS = { drainMs: 5000, closeMs: 5000, logDrainMs: 2000 }
/** A server must not outlive its desktop app, so these add up to less than two seconds. */
const DESKTOP_STOP_TIMEOUTS = { drainMs: 1200, closeMs: 300, logDrainMs: 200 }

/**
 * Serves until a stop signal or the end of the desktop app, and returns the exit code. Binds the port before it opens the
 * data, so that a second start on the same port fails without touching the file. `openApp` gets the config with the actual
 * port, and the shared log.
 */
export async function serve(
	settings: Config,
	openApp: (config: Config, log: Log) => OpenApp | Promise<OpenApp>,
	desktopApp: DesktopApp | null = null,
	timeouts = desktopApp ? DESKTOP_STOP_TIMEOUTS : STOP_TIMEOUTS,
): Promise<number> {
	const stop = desktopApp ? Promise.race([stopSignal(), desktopApp.hasEnded]) : stopSignal()
	const { drainMs, closeMs, logDrainMs } = timeouts
	const log = createLog(settings)
	onMeaninglessSignal((signal) => log.info(`${signal} has no meaning here; the server runs on.`))
	// The desktop app is the parent; a service manager's variables are for the app, not for this server.
	const env = desktopApp ? {} : Bun.env
	refuseHandedOverSockets(env)
	const manager = serviceManager(env, log)
	const tls = readTls(settings)
	if ((tls || settings.listen !== null) && desktopApp) throw onlyHttpUnderDesktop()
	if (!settings.isDemo) prepareDataFolder(settings.dataDir)

	let app: OpenApp | null = null
	const answer: OpenApp['fetch'] = (request, peer) => (app ? app.fetch(request, peer) : Promise.resolve(notYet()))
	const { basePath, language } = settings
	const handler = desktopApp ? desktopGate({ secret: desktopApp.secret, basePath, language }, answer) : answer
	await removeDeadSocket(settings)
	const server = listen(settings, { tls, log, handler })
	const { port, isLocalhostShared } = server
	const config = { ...settings, port, isLocalhostShared }
	if (desktopApp && isLocalhostShared && settings.port !== 0) {
		// The desktop app then starts the server on another port. With another host name, its window would lose its session
		// and passkeys.
		void server.stop(true)
		throw portTaken(port)
	}
	try {
		app = await openApp(config, log)
	} catch (error) {
		server.stop(true)
		throw error
	}
	surviveBugs(log)
	// Answers the requests that came during the start first: warnings may load ICU, and a banner draws a QR code.
	await Bun.sleep(1)
	standardOutput.write(desktopApp ? readyLine(config) : banner(config, app.greeting?.()))
	const warnings = [...(desktopApp ? [] : startWarnings(config, { tls })), ...warningsOfTests(config)]
	for (const warning of warnings) log.warn(warning)
	manager.ready(`Answers at ${config.listen ?? addressForPeopleHere(config)}`)
	// After the start, hot code should be compiled as early as usual (scripts/build.ts).
	Bun.unsafe.setJITPolicy(1)

	await stop
	log.info('Stopping: finishing the requests that have begun.')
	manager.stopping()
	app.endStreams?.()
	await Promise.race([server.stop(), Bun.sleep(drainMs)])
	server.stop(true)
	await Promise.race([app.close(), Bun.sleep(closeMs)])
	await Promise.race([stderrDrained(), Bun.sleep(logDrainMs)])
	return 0
}

const notYet = () =>
	problem(
		refusal({
			status: 503,
			reason: 'starting',
			retryAfterSeconds: 1,
		}),
	)

function stopSignal(): Promise<void> {
	const { promise, resolve } = Promise.withResolvers<void>()
	let isStopping = false
	onStopSignal((signal) => {
		// A closing terminal sends SIGHUP more than once, and systemd may send it right after SIGTERM.
		if (isStopping && signal !== 'SIGHUP') process.exit(1)
		isStopping = true
		resolve()
	})
	return promise
}

/** A bug in one request must not end the service; without these handlers Bun ends the process. */
function surviveBugs(log: Log) {
	process.on('unhandledRejection', (reason) => log.failure('Unhandled rejection', reason))
	process.on('uncaughtException', (error) => log.failure('Uncaught exception', error))
}

/** The app's window accepts plain http from its own computer only, and no certificate outside its list. */
const onlyHttpUnderDesktop = () =>
	new StartRefused(
		'The desktop app speaks plain http to its own window. Take tls-cert, tls-key and listen out of its settings.',
		EXIT.badSetting,
	)
