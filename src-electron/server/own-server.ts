import * as v from 'valibot'
import { shortAnswer } from '#desktop/web/short-answer.ts'
import { SECRET_COOKIE } from './launch-secret.ts'
import type { ServerState } from './server-state.ts'
import type { Supervisor } from './supervisor.ts'

const ADDRESS_ASKED_EVERY_MS = 5000
const PATIENCE_MS = 2000
const Instance = v.object({ publicUrl: v.nullable(v.string()) })

/**
 * A supervised server whose `lanAddress` stays true: a laptop changes its Wi-Fi while the server goes on, so the address
 * of its start is not the last word. `onState` is told of that too.
 */
export function createOwnServer(house: {
	supervise(onState: (state: ServerState) => void): Supervisor
	secret: string
	isLan(): boolean
	onState(state: ServerState): void
	addressAskedEveryMs?: number
}): Supervisor {
	const { secret, isLan, onState, addressAskedEveryMs = ADDRESS_ASKED_EVERY_MS } = house
	/** Undefined: the one of the start. */
	let lanAddress: string | null | undefined
	const supervisor = house.supervise((state) => {
		lanAddress = undefined
		onState(state)
	})

	const state = (): ServerState => {
		const own = supervisor.state()
		return own.kind === 'running' && lanAddress !== undefined ? { ...own, lanAddress } : own
	}

	const look = async () => {
		const before = state()
		if (!isLan() || before.kind !== 'running') return
		const address = await askAddress(before.address, secret).catch(() => undefined)
		const now = state()
		if (address === undefined || now.kind !== 'running' || now.lanAddress === address || !isLan()) return
		lanAddress = address
		onState(state())
	}
	const timer = setInterval(() => void look(), addressAskedEveryMs)
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

/** With a slash at the end; null without a network, undefined when the answer does not tell. */
async function askAddress(base: string, secret: string): Promise<string | null | undefined> {
	const headers = { cookie: `${SECRET_COOKIE}=${secret}` }
	const { json } = await shortAnswer((signal) => fetch(`${base}api/instance`, { headers, signal, redirect: 'error' }), {
		withinMs: PATIENCE_MS,
	})
	const instance = v.safeParse(Instance, json)
	if (!instance.success) return undefined
	const { publicUrl } = instance.output
	return publicUrl && `${publicUrl.replace(/\/$/, '')}/`
}
