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

/** The main process as a page sees it. `answer` decides what becomes of an action; `change` tells the page. */
export function createFakeShell(start: Partial<ShellState> = {}) {
	let state = { ...parked, ...start }
	const listeners: ((state: ShellState) => void)[] = []
	const asked: ShellAction[] = []
	const shell = {
		/** Everything the page asked for, oldest first. */
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

/** One of the shell's pages as a person has it before them. */
export async function openPage(page: ShellPage, start: Partial<ShellState> = {}) {
	const shell = createFakeShell(start)
	const store = createShellStore(shell.bridge)
	const user = userEvent.setup()
	await act(async () => void render(<ShellPageView page={page} store={store} />))
	return {
		user,
		asked: shell.asked,
		/** The main process says that something has changed. */
		change: (change: Partial<ShellState>) => act(async () => shell.change(change)),
		refuse: (message: string) => {
			shell.answer = () => ({ ok: false, message })
		},
		/** What is asked from now on takes until `finish` is called. */
		hold: () => {
			const { promise, resolve } = Promise.withResolvers<ActionOutcome>()
			shell.answer = () => promise
			return { finish: (outcome: ActionOutcome) => act(async () => resolve(outcome)) }
		},
	}
}
