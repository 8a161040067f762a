import { useRef, useState, useSyncExternalStore } from 'react'
import { t } from '#contract/text.ts'
import type { ActionOutcome, ShellAction, ShellBridge, ShellState } from '#desktop/shell/bridge.ts'

export type Act = ShellBridge['act']
export type PageProps = { state: ShellState; act: Act }

export type ShellStore = {
	current(): ShellState | null
	subscribe(listener: () => void): () => void
	act: Act
}

/** Create one per page: the bridge cannot unsubscribe. */
export function createShellStore(bridge: ShellBridge): ShellStore {
	let current: ShellState | null = null
	const listeners = new Set<() => void>()
	const keep = (state: ShellState) => {
		current = state
		for (const listener of listeners) listener()
	}
	bridge.onState(keep)
	// A change that arrived in the meantime is newer than this response.
	void bridge.state().then((state) => current ?? keep(state))
	return {
		current: () => current,
		subscribe: (listener) => {
			listeners.add(listener)
			return () => listeners.delete(listener)
		},
		act: (action) => bridge.act(action).catch(() => noAnswer),
	}
}

const noAnswer: ActionOutcome = { ok: false, message: t('Nobody answered. Close this window and open it again.') }

export const useShellState = (store: ShellStore) => useSyncExternalStore(store.subscribe, store.current)

/** A second press while the action runs does nothing. */
export function useAction(act: Act) {
	const [isBusy, setBusy] = useState(false)
	const [message, setMessage] = useState<string | null>(null)
	// React state updates too late for the second click of a double click.
	const isRunning = useRef(false)

	async function run(action: ShellAction): Promise<boolean> {
		if (isRunning.current) return false
		isRunning.current = true
		setBusy(true)
		setMessage(null)
		const outcome = await act(action)
		isRunning.current = false
		setBusy(false)
		if (!outcome.ok) setMessage(outcome.message)
		return outcome.ok
	}

	return { isBusy, message, run, say: setMessage }
}
