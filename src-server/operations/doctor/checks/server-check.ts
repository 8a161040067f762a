import { addressFromHere } from '#server/http/addresses/own-addresses.ts'
import { healthProblem } from '#server/http/addresses/web-answer.ts'
import { type Finding, ok, problem, unknown, warning } from '#server/operations/doctor/finding.ts'
import { isInstanceRunning } from '#server/process/data/instance-lock.ts'
import { runningAddress } from '#server/process/running-address.ts'
import type { Config } from '#server/settings/config.ts'

const ABOUT = 'Server'

/** Whether a server has this data folder, and whether it answers at the address in these settings. */
export async function checkServer(config: Config): Promise<Finding> {
	const isRunning = isInstanceRunning(config.dataDir)
	if (config.port === 0)
		return isRunning ? unknown(ABOUT, 'running; with port 0 only it knows where') : notRunning(config.dataDir)
	const address = addressFromHere(config)
	const trouble = await healthProblem(new URL('api/health', address), { isOwn: true })
	if (isRunning)
		return trouble === null
			? ok(ABOUT, `running at ${address}`)
			: warning(
					ABOUT,
					`A program has this data folder, but asked at ${address}: ${trouble}.`,
					whatToDo(config, address),
				)
	if (trouble === null)
		return warning(
			ABOUT,
			`The Backseat at ${address} does not use ${config.dataDir}.`,
			'Set --data-dir to the folder it prints at its start.',
		)
	if (trouble.includes('ECONNREFUSED')) return notRunning(config.dataDir)
	return problem(
		ABOUT,
		`No server uses ${config.dataDir}, and asked at ${address}: ${trouble}.`,
		`Another program may have port ${config.port}: stop it, or set --port.`,
	)
}

function whatToDo({ dataDir }: Config, asked: string): string {
	const running = runningAddress(dataDir)
	if (running && addressFromHere(running) === asked)
		return "Look at its log, and restart it. The desktop app's own server answers nobody but the app."
	return 'Give this command the settings of the server: --port, --host, --base-path, or the same backseat.toml.'
}

const notRunning = (dataDir: string) =>
	warning(ABOUT, `No server uses ${dataDir} now.`, 'Start it: systemctl start backseat, or backseat serve.')
