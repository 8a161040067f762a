import { type Clock, systemClock } from '#desktop/clock.ts'
import { type ServerChild, type ServerEnd, startServerChild } from './server-child.ts'
import { logRing } from './server-output.ts'
import { type NextStart, startRules } from './start-rules.ts'
import { type Trouble, type TroubleText, troubleAfter, troubleWithoutCopy } from './trouble.ts'

/** How the server inside this computer is doing. */
export type ServerState =
	| { kind: 'stopped' }
	| { kind: 'starting' }
	| {
			kind: 'running'
			/** For this computer's own window, with a slash at the end: 'http://localhost:7433/'. */
			address: string
			/** For phones on the same network, when they are let in and there is a network. */
			lanAddress: string | null
	  }
	| { kind: 'restarting'; waitMs: number }
	| { kind: 'trouble'; trouble: Trouble }

/**
 * However the four calls overlap, there is never more than one server, and the last call decides. Each settles when the
 * server runs, is in trouble, or is stopped; none rejects.
 */
export type Supervisor = {
	state(): ServerState
	start(): Promise<void>
	/** Stops it gracefully and starts it on the same port, with today's answer of `isLan`. */
	restart(): Promise<void>
	/** Starts it at once when it is in trouble, or waits for its next start. */
	tryAgain(): Promise<void>
	/** Final: nothing is started after it. */
	stop(): Promise<void>
}

export type Supervision = {
	/** Absolute. */
	binary: string
	dataDir: string
	secret: string
	port: { read(): number | null; remember(port: number): void }
	isLan(): boolean
	/** Done once, while no server runs. As long as it throws, none is started. */
	beforeFirstStart?(): void | Promise<void>
	onState(state: ServerState): void
	clock?: Clock
}

export function superviseServer(supervision: Supervision): Supervisor {
	const { binary, dataDir, secret, port: remembered, isLan, onState, clock = systemClock } = supervision
	const log = logRing({ secrets: [secret] })
	const rules = startRules(clock)
	let state: ServerState = { kind: 'stopped' }
	/** The loop that starts one server after another, from the first start to the end. */
	let loop: Promise<void> | null = null
	/** Aborted when a person wants something else than what is going on. */
	let attempt = new AbortController()
	let isEnded = false
	let isPrepared = false
	/** The one it runs on, or is to be started on; null is the one of last time. */
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

	/** The one place that starts servers: each when the one before it is gone. */
	async function runUntilEnded() {
		while (!isEnded) {
			attempt = new AbortController()
			await runOnce(attempt.signal)
		}
		setState({ kind: 'stopped' })
	}

	/** From one start to the moment for the next one, or until a person wants something else. */
	async function runOnce(attempt: AbortSignal) {
		setState({ kind: 'starting' })
		const changed = new Promise<null>((resolve) => attempt.addEventListener('abort', () => resolve(null)))
		try {
			if (!isPrepared) await supervision.beforeFirstStart?.()
			isPrepared = true
		} catch (error) {
			return await stayInTrouble(troubleWithoutCopy(error), changed)
		}
		if (attempt.aborted) return

		nextPort ??= remembered.read() ?? 0
		const child = startServerChild({ binary, dataDir, secret, port: nextPort, isLan: isLan(), log, clock })
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

	/** Whatever goes on now ends, and a start of its own follows. */
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
