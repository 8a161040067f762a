import { type Clock, systemClock } from '#desktop/clock.ts'
import { type ServerChild, type ServerEnd, startServerChild } from './server-child.ts'
import { logRing } from './server-output.ts'
import { type NextStart, startRules } from './start-rules.ts'
import { type Trouble, type TroubleText, troubleAfter } from './trouble.ts'

export type ServerState =
	| { kind: 'stopped' }
	| { kind: 'starting' }
	| {
			kind: 'running'
			/** Ends with a slash: 'http://localhost:7433/'. */
			address: string
			/** For phones on the same network; null if they are not let in or there is no network. */
			lanAddress: string | null
	  }
	| { kind: 'restarting'; waitMs: number }
	| { kind: 'trouble'; trouble: Trouble }

/**
 * However the four calls overlap, at most one server runs and the last call decides. Each resolves when the server runs,
 * is in trouble or is stopped; none rejects.
 */
export type Supervisor = {
	state(): ServerState
	start(): Promise<void>
	/** Keeps the port and applies the current value of `isLan`. */
	restart(): Promise<void>
	/** Starts at once if the server is in trouble or waiting for its next start. */
	tryAgain(): Promise<void>
	stop(): Promise<void>
}

export type Supervision = {
	binary: string
	dataDir: string
	secret: string
	port: { read(): number | null; remember(port: number): void }
	isLan(): boolean
	language?: string
	onState(state: ServerState): void
	clock?: Clock
}

export function superviseServer(supervision: Supervision): Supervisor {
	const { binary, dataDir, secret, port: remembered, isLan, language, onState, clock = systemClock } = supervision
	const log = logRing({ secrets: [secret] })
	const rules = startRules(clock)
	let state: ServerState = { kind: 'stopped' }
	let loop: Promise<void> | null = null
	let attempt = new AbortController()
	let isEnded = false
	/** The current or next port; null means the port of the last start. */
	let nextPort: number | null = null
	const waiting: (() => void)[] = []

	function setState(next: ServerState) {
		if (next.kind === 'starting' && state.kind === 'starting') return
		state = next
		onState(next)
		if (isSettled()) for (const settle of waiting.splice(0)) settle()
	}

	function isSettled(): boolean {
		if (state.kind === 'stopped') return true
		return (state.kind === 'running' || state.kind === 'trouble') && !attempt.signal.aborted
	}

	const settled = () => (isSettled() ? Promise.resolve() : new Promise<void>((settle) => waiting.push(settle)))

	async function runUntilEnded() {
		while (!isEnded) {
			attempt = new AbortController()
			await runOnce(attempt.signal)
		}
		setState({ kind: 'stopped' })
	}

	async function runOnce(attempt: AbortSignal) {
		setState({ kind: 'starting' })
		const changed = new Promise<null>((resolve) => attempt.addEventListener('abort', () => resolve(null)))
		if (attempt.aborted) return

		nextPort ??= remembered.read() ?? 0
		const child = startServerChild({ binary, dataDir, secret, port: nextPort, isLan: isLan(), language, log, clock })
		const end = await Promise.race([follow(child, attempt), changed])
		if (!end || attempt.aborted) {
			if (!isEnded) setState({ kind: 'starting' })
			await child.stop()
			return
		}

		log.add(`Backseat's server ended ${describeEnd(end)}.`)
		const next = rules.afterEnd(end, nextPort)
		if (!next) return await stayInTrouble(troubleAfter(end, dataDir), changed)
		nextPort = next.port
		await pause(next, changed)
	}

	async function follow(child: ServerChild, attempt: AbortSignal): Promise<ServerEnd> {
		const readiness = await child.ready
		if (readiness && !attempt.aborted) {
			const { address, lanAddress } = readiness
			nextPort = Number(new URL(address).port)
			if (remembered.read() !== nextPort) remembered.remember(nextPort)
			rules.ran()
			log.add(`Backseat's server ${readiness.version} runs at ${address}`)
			setState({ kind: 'running', address, lanAddress })
		}
		return await child.ended
	}

	async function stayInTrouble(words: TroubleText, changed: Promise<null>) {
		setState({ kind: 'trouble', trouble: { ...words, log: log.lines() } })
		await changed
	}

	async function pause({ waitMs, isRestart }: NextStart, changed: Promise<null>) {
		if (waitMs === 0) return
		if (isRestart) setState({ kind: 'restarting', waitMs })
		let cancel = () => {}
		const over = new Promise<void>((resolve) => {
			cancel = clock.after(waitMs, resolve)
		})
		await Promise.race([over, changed])
		cancel()
	}

	async function startAnew() {
		if (isEnded) return loop ?? undefined
		rules.forget()
		if (state.kind === 'trouble') nextPort = null
		attempt.abort()
		loop ??= runUntilEnded()
		await settled()
	}

	return {
		state: () => state,
		async start() {
			if (!isEnded) loop ??= runUntilEnded()
			await settled()
		},
		restart: startAnew,
		async tryAgain() {
			if (state.kind === 'trouble' || state.kind === 'restarting') await startAnew()
			else await settled()
		},
		async stop() {
			isEnded = true
			attempt.abort()
			await loop
		},
	}
}

function describeEnd({ code, signal, spawnError, isTooSlow }: ServerEnd): string {
	if (spawnError !== null) return `before it began (${spawnError})`
	if (isTooSlow) return 'because it was not ready in time'
	return signal === null ? `with code ${code}` : `by the signal ${signal}`
}
