import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

/** Without a listener they end a process. Windows does not have them. */
const OTHER_SIGNALS = (['SIGUSR1', 'SIGUSR2'] as const).filter((signal) => signal in constants.signals)

/**
 * Whether this process was started to outlive its terminal, as by `nohup`: then SIGHUP has to stay ignored, and a listener
 * of our own would change that. Outside Linux no file says so; without a terminal at its output it counts as started so.
 */
export const isHangUpIgnored: boolean = readHangUpIgnored()

function readHangUpIgnored(): boolean {
	if (process.platform === 'win32') return false
	try {
		const [, ignored = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
		return (BigInt(`0x${ignored}`) & 1n) === 1n
	} catch {
		return !process.stdout.isTTY && !process.stderr.isTTY
	}
}

const heardSignals = STOP_SIGNALS.filter(
	(signal) => signal in constants.signals && (signal !== 'SIGHUP' || !isHangUpIgnored),
)

/** Calls `act` at every signal that asks the process to stop. Answers what ends that. */
export function onStopSignal(act: (signal: StopSignal) => void): () => void {
	for (const signal of heardSignals) process.on(signal, act)
	return () => {
		for (const signal of heardSignals) process.off(signal, act)
	}
}

/** Calls `act` at signals that have no meaning here and would end the process. */
export function onMeaninglessSignal(act: (signal: string) => void) {
	for (const signal of OTHER_SIGNALS) process.on(signal, act)
}

/** For a child process that the server ends itself: a terminal sends its signals to both. */
export function ignoreSignals() {
	for (const signal of [...STOP_SIGNALS, ...OTHER_SIGNALS]) process.on(signal, () => {})
}

/** As a shell reports it. */
const exitCodeOf = (signal: StopSignal) => 128 + constants.signals[signal]

/** If a signal ends the process before `work` is done, `cleanUp` takes away what would be left half done. */
export function cleaningUpAtSignal<Result>(cleanUp: () => void, work: Promise<Result>): Promise<Result> {
	const stopListening = onStopSignal((signal) => {
		cleanUp()
		process.exit(exitCodeOf(signal))
	})
	return work.finally(stopListening)
}
