import * as v from 'valibot'
import type { ServerState } from '#desktop/server/supervisor.ts'
import { addressOfPage, type ShellPage, shellPages } from './shell-channels.ts'

/** Sent as a whole at each change; plain data without secrets. */
export type ShellState = {
	version: string
	riding: { kind: 'this-computer' } | { kind: 'friend'; address: string }
	isAway: boolean
	server: ServerState
	dataDir: string
	isLan: boolean
	keepServing: boolean
	mayNotify: boolean
	friends: string[]
	/** A claim link that waits for confirmation. It names only the server; the token stays in the main process. */
	claim: { server: string; isEncrypted: boolean } | null
	updates: { feed: string | null; status: string }
}

const Text = v.pipe(v.string(), v.maxLength(2000))

/** The main process validates them, because a page could be compromised. */
export const ShellAction = v.variant('do', [
	v.object({ do: v.literal('try-again') }),
	v.object({ do: v.literal('open-data-folder') }),
	v.object({ do: v.literal('set-lan'), isOn: v.boolean() }),
	v.object({ do: v.literal('set-keep-serving'), isOn: v.boolean() }),
	v.object({ do: v.literal('ride-here') }),
	v.object({ do: v.literal('behind-the-wheel') }),
	v.object({ do: v.literal('ride-along'), text: Text }),
	/** `server` is the one the user confirmed; another link may have arrived meanwhile. */
	v.object({ do: v.literal('confirm-claim'), server: Text }),
	v.object({ do: v.literal('set-update-feed'), text: Text }),
	v.object({ do: v.literal('check-for-updates') }),
	v.object({ do: v.literal('close') }),
])
export type ShellAction = v.InferOutput<typeof ShellAction>

export type ActionOutcome = { ok: true } | { ok: false; message: string }
export const done: ActionOutcome = { ok: true }
export const failed = (message: string): ActionOutcome => ({ ok: false, message })

export type ShellBridge = {
	state(): Promise<ShellState>
	onState(listener: (state: ShellState) => void): void
	act(action: ShellAction): Promise<ActionOutcome>
}

/** Electron's web contents, and the address of the calling frame if it still exists. */
export type Caller = { sender: unknown; address: string | undefined }

/**
 * The main process's end of `window.shell`. Answers only the shell's own pages: the caller must be the window opened for
 * that page and still be at that page. Throws for every other caller.
 */
export function createBridge(dependencies: {
	contentsOf(page: ShellPage): unknown
	state(): ShellState
	act(action: ShellAction): Promise<ActionOutcome>
	close(page: ShellPage): void
}) {
	const pageOf = ({ sender, address }: Caller): ShellPage => {
		const page = shellPages().find((page) => address === addressOfPage(page))
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
