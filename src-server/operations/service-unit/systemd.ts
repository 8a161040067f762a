import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { StartRefused } from '#server/start-refused.ts'
import { type ServedUnit, STATE_FOLDER } from './unit-file.ts'

export type ServiceScope = { isUser: boolean; unitFile: string; envFile: string; dataDir: string }

export const systemScope: ServiceScope = {
	isUser: false,
	unitFile: '/etc/systemd/system/backseat.service',
	envFile: '/etc/backseat.env',
	dataDir: STATE_FOLDER,
}

/** The unit of the deb and the rpm. One in /etc replaces it. */
export const PACKAGED_UNIT = '/usr/lib/systemd/system/backseat.service'

export const userScope = (home: string): ServiceScope => ({
	isUser: true,
	unitFile: join(home, '.config/systemd/user/backseat.service'),
	envFile: join(home, '.config/backseat.env'),
	dataDir: join(home, '.local/share/backseat'),
})

/** Exit code EX_UNAVAILABLE of sysexits.h. */
export const EX_UNAVAILABLE = 69

export const UNIT = 'backseat.service'

export type RunResult = { exitCode: number; stdout: string; stderr: string }

export function run(program: string, words: readonly string[], env?: Record<string, string>): RunResult {
	const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8', ...(env ? { env } : {}) })
	return { exitCode: status ?? 1, stdout: stdout ?? '', stderr: stderr || (error?.message ?? '') }
}

export const trySystemctl = ({ isUser }: ServiceScope, ...words: string[]): RunResult =>
	run('systemctl', [...(isUser ? ['--user'] : []), '--no-pager', ...words])

export const inOneLine = (output: string) => output.trim().replaceAll(/\s*\n\s*/g, ' ')

export function runSystemctl(scope: ServiceScope, ...words: string[]): void {
	const { exitCode, stderr } = trySystemctl(scope, ...words)
	if (exitCode !== 0)
		throw new StartRefused(`systemctl ${words.join(' ')} failed (${exitCode}): ${inOneLine(stderr)}`, EX_UNAVAILABLE)
}

/** Checks like sd_booted(3), because systemctl is also installed on machines and in containers with another init. */
export function refuseWithoutSystemd(isBooted = existsSync('/run/systemd/system')): void {
	if (isBooted) return
	throw new StartRefused(
		"This machine was not started by systemd, so there is no such service here. Run 'backseat serve' from what starts programs here, or in a container.",
		EX_UNAVAILABLE,
	)
}

export type ServiceStatus = {
	isInstalled: boolean
	startsWithMachine: boolean
	/** systemd's ActiveState: active, activating, failed, inactive… */
	state: string
	isHealthy: boolean | null
	exitCode: number | null
	restarts: number
	memoryBytes: number | null
	lastWords: string[]
}

export function serviceStatusOf(scope: ServiceScope, program: Pick<ServedUnit, 'binary' | 'dataDir'>): ServiceStatus {
	const output = properties(trySystemctl(scope, 'show', UNIT, `--property=${PROPERTIES.join(',')}`).stdout)
	const state = output.get('ActiveState') ?? 'unknown'
	const isHealthy = state === 'active' ? healthOf(scope, program) : false
	return {
		isInstalled: existsSync(scope.unitFile) || (!scope.isUser && existsSync(PACKAGED_UNIT)),
		startsWithMachine: output.get('UnitFileState') === 'enabled',
		state,
		isHealthy,
		exitCode: state === 'failed' ? numberIn(output, 'ExecMainStatus') : null,
		restarts: numberIn(output, 'NRestarts') ?? 0,
		memoryBytes: numberIn(output, 'MemoryCurrent'),
		lastWords: isHealthy === false && state !== 'inactive' ? lastWords(scope) : [],
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

/** systemd prints '[not set]', or 2^64-1, for unknown numbers. */
function numberIn(output: Map<string, string>, name: string): number | null {
	const number = Number(output.get(name) || Number.NaN)
	return Number.isSafeInteger(number) ? number : null
}

function healthOf(
	{ envFile }: ServiceScope,
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
		return null
	}
}

function lastWords({ isUser }: ServiceScope): string[] {
	const words = [...(isUser ? ['--user'] : []), '--unit', UNIT, '--lines=5', '--output=cat', '--no-pager']
	return run('journalctl', words)
		.stdout.split('\n')
		.filter((line) => line.trim() !== '')
}

const PATIENCE_MS = 10_000

/** Waits until the service answers or has failed. Opening a large database takes a second. */
export async function waitForStart(look: () => ServiceStatus): Promise<ServiceStatus> {
	const end = performance.now() + PATIENCE_MS
	while (true) {
		const condition = look()
		if (condition.isHealthy !== false || condition.state === 'failed' || performance.now() > end) return condition
		await Bun.sleep(250)
	}
}
