import type { ActionOutcome, ShellAction, ShellBridge, ShellState } from '#desktop/shell/shell-calls.ts'

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
