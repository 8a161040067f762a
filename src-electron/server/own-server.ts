import { randomBytes } from 'node:crypto'
import * as v from 'valibot'
import { DESKTOP_COOKIE } from '#contract/start-problems.ts'
import { limitedResponse } from '#desktop/web/limited-response.ts'
import type { ServerState, Supervisor } from './supervisor.ts'

/** 256 random bits as 43 characters, new at each start of the app. It grants access to the server on this computer. */
export const newLaunchSecret = (): string => randomBytes(32).toString('base64url')

const REFRESH_EVERY_MS = 5000
const ANSWERS_WITHIN_MS = 2000
const Instance = v.object({ publicUrl: v.nullable(v.string()) })

/**
 * A supervised server whose `lanAddress` stays current: a laptop may change its Wi-Fi while the server runs, so the
 * address from its start can be stale. `onState` reports those changes too.
 */
export function createOwnServer(dependencies: {
	supervise(onState: (state: ServerState) => void): Supervisor
	secret: string
	isLan(): boolean
	onState(state: ServerState): void
	refreshEveryMs?: number
}): Supervisor {
	const { secret, isLan, onState, refreshEveryMs = REFRESH_EVERY_MS } = dependencies
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

/** With a trailing slash; null without a network, undefined if the response does not include it. */
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
