import { readFileSync } from 'node:fs'
import { constants } from 'node:os'

const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGQUIT', 'SIGHUP'] as const
type StopSignal = (typeof STOP_SIGNALS)[number]

const OTHER_SIGNALS = (['SIGUSR1', 'SIGUSR2'] as const).filter((signal) => signal in constants.signals)

/**
 * True if this process was started to outlive its terminal, as by `nohup`: SIGHUP must then stay ignored, and adding a
 * listener would undo that. Only Linux exposes this in a file; elsewhere, output that is not a terminal counts as such a
 * start.
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

export function onStopSignal(act: (signal: StopSignal) => void): () => void {
	for (const signal of heardSignals) process.on(signal, act)
	return () => {
		for (const signal of heardSignals) process.off(signal, act)
	}
}

export function onMeaninglessSignal(act: (signal: string) => void) {
	for (const signal of OTHER_SIGNALS) process.on(signal, act)
}

/** For a child process that the server ends itself: a terminal sends its signals to both. */
export function ignoreSignals() {
	for (const signal of [...STOP_SIGNALS, ...OTHER_SIGNALS]) process.on(signal, () => {})
}

const exitCodeOf = (signal: StopSignal) => 128 + constants.signals[signal]

export function cleaningUpAtSignal<Result>(cleanUp: () => void, work: Promise<Result>): Promise<Result> {
	const stopListening = onStopSignal((signal) => {
		cleanUp()
		process.exit(exitCodeOf(signal))
	})
	return work.finally(stopListening)
}
