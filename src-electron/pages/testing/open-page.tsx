import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ShellPageView } from '#desktop/pages/shell-page.tsx'
import { createShellStore } from '#desktop/pages/shell-store.ts'
import type { ActionOutcome, ShellAction, ShellBridge, ShellState } from '#desktop/shell/bridge.ts'
import type { ShellPage } from '#desktop/shell/shell-channels.ts'

const parked: ShellState = {
	version: '0.1.0',
	riding: { kind: 'this-computer' },
	isAway: false,
	server: { kind: 'running', address: 'http://127.0.0.1:7433/', lanAddress: null },
	dataDir: '/home/elke/Backseat/data',
	isLan: false,
	keepServing: false,
	mayNotify: true,
	friends: [],
	claim: null,
	updates: { feed: null, status: '' },
}

/** A fake main process. `answer` returns the result of an action, and `change` sends a new state to the page. */
export function createFakeShell(start: Partial<ShellState> = {}) {
	let state = { ...parked, ...start }
	const listeners: ((state: ShellState) => void)[] = []
	const asked: ShellAction[] = []
	const shell = {
		/** Every action the page requested, oldest first. */
		asked,
		answer: (_action: ShellAction): ActionOutcome | Promise<ActionOutcome> => ({ ok: true }),
		change(change: Partial<ShellState>) {
			state = { ...state, ...change }
			for (const listener of listeners) listener(state)
		},
	}
	const bridge: ShellBridge = {
		state: async () => state,
		onState: (listener) => void listeners.push(listener),
		act: async (action) => {
			asked.push(action)
			return await shell.answer(action)
		},
	}
	return Object.assign(shell, { bridge })
}

/** Renders one of the shell's pages. */
export async function openPage(page: ShellPage, start: Partial<ShellState> = {}) {
	const shell = createFakeShell(start)
	const store = createShellStore(shell.bridge)
	const user = userEvent.setup()
	await act(async () => void render(<ShellPageView page={page} store={store} />))
	return {
		user,
		asked: shell.asked,
		/** Sends a state change from the main process. */
		change: (change: Partial<ShellState>) => act(async () => shell.change(change)),
		refuse: (message: string) => {
			shell.answer = () => ({ ok: false, message })
		},
		/** Actions from now on stay pending until `finish` is called. */
		hold: () => {
			const { promise, resolve } = Promise.withResolvers<ActionOutcome>()
			shell.answer = () => promise
			return { finish: (outcome: ActionOutcome) => act(async () => resolve(outcome)) }
		},
	}
}
