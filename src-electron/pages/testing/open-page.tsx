import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { ShellPageView } from '#desktop/pages/shell-page.tsx'
import { createShellStore } from '#desktop/pages/shell-store.ts'
import type { ActionOutcome, ShellState } from '#desktop/shell/shell-calls.ts'
import type { ShellPage } from '#desktop/shell/shell-channels.ts'
import { createFakeShell } from './fake-shell.ts'

/** One of the shell's pages as somebody has it before them. */
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
