import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { DESKTOP_COOKIE } from '#contract/start-problems.ts'
import { limitedResponse } from '#desktop/web/limited-response.ts'
import type { ServerState, Supervisor } from './supervisor.ts'

/** 256 random bits as 43 characters, new at each start of the app. Who knows it may talk to the server inside. */
export const newLaunchSecret = (): string => randomBytes(32).toString('base64url')

const REFRESH_EVERY_MS = 5000
const ANSWERS_WITHIN_MS = 2000
const Instance = v.object({ publicUrl: v.nullable(v.string()) })

/**
 * A supervised server whose `lanAddress` stays true: a laptop changes its Wi-Fi while the server goes on, so the address
 * at its start may be out of date. `onState` gets those changes as well.
 */
export function createOwnServer(dependencies: {
	supervise(onState: (state: ServerState) => void): Supervisor
	secret: string
	isLan(): boolean
	onState(state: ServerState): void
	refreshEveryMs?: number
}): Supervisor {
	const { secret, isLan, onState, refreshEveryMs = REFRESH_EVERY_MS } = dependencies
	/** Undefined: the one of the start. */
	let lanAddress: string | null | undefined
	const supervisor = dependencies.supervise((state) => {
		lanAddress = undefined
		onState(state)
	})

	const state = (): ServerState => {
		const own = supervisor.state()
		return own.kind === 'running' && lanAddress !== undefined ? { ...own, lanAddress } : own
	}

	const refresh = async () => {
		const before = state()
		if (!isLan() || before.kind !== 'running') return
		const address = await askAddress(before.address, secret).catch(() => undefined)
		const now = state()
		if (address === undefined || now.kind !== 'running' || now.lanAddress === address || !isLan()) return
		lanAddress = address
		onState(state())
	}
	const timer = setInterval(() => void refresh(), refreshEveryMs)
	timer.unref()

	return {
		...supervisor,
		state,
		stop() {
			clearInterval(timer)
			return supervisor.stop()
		},
	}
}

/** With a slash at the end; null without a network, undefined when the answer does not say. */
async function askAddress(base: string, secret: string): Promise<string | null | undefined> {
	const headers = { cookie: `${DESKTOP_COOKIE}=${secret}` }
	const { json } = await limitedResponse(
		(signal) => fetch(`${base}api/instance`, { headers, signal, redirect: 'error' }),
		{
			withinMs: ANSWERS_WITHIN_MS,
		},
	)
	const instance = v.safeParse(Instance, json)
	if (!instance.success) return undefined
	const { publicUrl } = instance.output
	return publicUrl && `${publicUrl.replace(/\/$/, '')}/`
}
