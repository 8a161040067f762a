import * as v from 'valibot'
import { type ActionOutcome, ShellAction, type ShellState } from './shell-calls.ts'
import { SHELL_PAGES, SHELL_SCHEME, type ShellPage } from './shell-channels.ts'

export const addressOfPage = (page: ShellPage) => `${SHELL_SCHEME}://page/${page}`

/** Who calls: Electron's web contents, and the address of the frame in it that speaks, if there still is one. */
export type Caller = { sender: unknown; address: string | undefined }

/**
 * The main process's end of `window.shell`. Answers the shell's own pages and nobody else, whatever they call themselves:
 * it must be the window that was opened for that page, still at that page. Throws at everybody else.
 */
export function createBridge(dependencies: {
	/** What was opened for a page, if it is open. */
	contentsOf(page: ShellPage): unknown
	state(): ShellState
	act(action: ShellAction): Promise<ActionOutcome>
	close(page: ShellPage): void
}) {
	const pageOf = ({ sender, address }: Caller): ShellPage => {
		const page = SHELL_PAGES.find((page) => address === addressOfPage(page))
		if (!page || !sender || dependencies.contentsOf(page) !== sender) throw new Error('Not for this page')
		return page
	}

	return {
		state(caller: Caller): ShellState {
			pageOf(caller)
			return dependencies.state()
		},
		async act(caller: Caller, asked: unknown): Promise<ActionOutcome> {
			const page = pageOf(caller)
			const action = v.safeParse(ShellAction, asked)
			if (!action.success) throw new Error('No such action')
			if (action.output.do === 'close') dependencies.close(page)
			return await dependencies.act(action.output)
		},
	}
}
