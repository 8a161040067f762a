import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { ServicePlace } from './service-place.ts'
import { run, trySystemctl, UNIT } from './systemd.ts'
import type { ServedUnit } from './unit-file.ts'

/** The state of a service. */
export type ServiceStatus = {
	isInstalled: boolean
	startsWithMachine: boolean
	/** systemd's word: active, activating, failed, inactive… */
	state: string
	/** Whether the server answers; null where its settings may not be read. */
	isHealthy: boolean | null
	/** How the last process ended, when it has failed. */
	exitCode: number | null
	restarts: number
	memoryBytes: number | null
	/** The last words of the log, when it is not well. */
	lastWords: string[]
}

/** What systemd says of the service, and what the server says itself. */
export function serviceStatusOf(place: ServicePlace, program: Pick<ServedUnit, 'binary' | 'dataDir'>): ServiceStatus {
	const said = properties(trySystemctl(place, 'show', UNIT, `--property=${PROPERTIES.join(',')}`).stdout)
	const state = said.get('ActiveState') ?? 'unknown'
	const isHealthy = state === 'active' ? healthOf(place, program) : false
	return {
		isInstalled: existsSync(place.unitFile),
		startsWithMachine: said.get('UnitFileState') === 'enabled',
		state,
		isHealthy,
		exitCode: state === 'failed' ? numberIn(said, 'ExecMainStatus') : null,
		restarts: numberIn(said, 'NRestarts') ?? 0,
		memoryBytes: numberIn(said, 'MemoryCurrent'),
		lastWords: isHealthy === false && state !== 'inactive' ? lastWords(place) : [],
	}
}

const PROPERTIES = ['ActiveState', 'UnitFileState', 'ExecMainStatus', 'NRestarts', 'MemoryCurrent']

const properties = (text: string) =>
	new Map(
		text.split('\n').map((line): [string, string] => {
			const [name = '', ...rest] = line.split('=')
			return [name, rest.join('=')]
		}),
	)

/** systemd says '[not set]', or 2^64-1, where it does not know. */
function numberIn(said: Map<string, string>, name: string): number | null {
	const number = Number(said.get(name) || Number.NaN)
	return Number.isSafeInteger(number) ? number : null
}

/** Asks as the service itself would: with its settings, and by its own program. */
function healthOf(
	{ envFile }: ServicePlace,
	{ binary, dataDir }: Pick<ServedUnit, 'binary' | 'dataDir'>,
): boolean | null {
	const env = settingsIn(envFile)
	return env && run(binary, ['healthcheck', '--data-dir', dataDir], env).exitCode === 0
}

function settingsIn(envFile: string): Record<string, string> | null {
	try {
		const entries = existsSync(envFile) ? Object.entries(parseEnv(readFileSync(envFile, 'utf8'))) : []
		return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
	} catch {
		// It may hold passwords, and is root's.
		return null
	}
}

function lastWords({ isUser }: ServicePlace): string[] {
	const words = [...(isUser ? ['--user'] : []), '--unit', UNIT, '--lines=5', '--output=cat', '--no-pager']
	return run('journalctl', words)
		.stdout.split('\n')
		.filter((line) => line.trim() !== '')
}

const PATIENCE_MS = 10_000

/** Waits until it serves or has given up. Opening a large database takes a second. */
export async function waitForStart(look: () => ServiceStatus): Promise<ServiceStatus> {
	const end = performance.now() + PATIENCE_MS
	while (true) {
		const condition = look()
		if (condition.isHealthy !== false || condition.state === 'failed' || performance.now() > end) return condition
		await Bun.sleep(250)
	}
}
