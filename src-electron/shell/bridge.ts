import * as v from 'valibot'
import type { ServerState } from '#desktop/server/supervisor.ts'
import { addressOfPage, type ShellPage, shellPages } from './shell-channels.ts'

/** What the shell's own pages know. Sent whole at each change; plain data only, no secret in it. */
export type ShellState = {
	version: string
	/** Whose instance the main window shows. */
	riding: { kind: 'this-computer' } | { kind: 'friend'; address: string }
	/** The friend's instance does not answer. */
	isAway: boolean
	server: ServerState
	dataDir: string
	/** 'Let the car in'. */
	isLan: boolean
	/** 'Keep serving when closed'. */
	keepServing: boolean
	/** Whether the instance that is shown may notify. */
	mayNotify: boolean
	/** Instances ridden along with before, newest first. */
	friends: string[]
	/** A claim link that waits for a yes. Only the server is named; the token stays in the main process. */
	claim: { server: string; isEncrypted: boolean } | null
	updates: { feed: string | null; status: string }
}

const Text = v.pipe(v.string(), v.maxLength(2000))

/** What the shell's own pages may ask for. Checked in the main process, whatever the page was told to send. */
export const ShellAction = v.variant('do', [
	v.object({ do: v.literal('try-again') }),
	v.object({ do: v.literal('open-data-folder') }),
	v.object({ do: v.literal('set-lan'), isOn: v.boolean() }),
	v.object({ do: v.literal('set-keep-serving'), isOn: v.boolean() }),
	v.object({ do: v.literal('ride-here') }),
	/** The page on which this computer's own instance is looked after. */
	v.object({ do: v.literal('behind-the-wheel') }),
	/** `text`: an address, an invite link or a claim link, as pasted. */
	v.object({ do: v.literal('ride-along'), text: Text }),
	/** `server`: the one that was read; another link may have come in meanwhile. */
	v.object({ do: v.literal('confirm-claim'), server: Text }),
	v.object({ do: v.literal('set-update-feed'), text: Text }),
	v.object({ do: v.literal('check-for-updates') }),
	v.object({ do: v.literal('close') }),
])
export type ShellAction = v.InferOutput<typeof ShellAction>

/** `message` is for the person, shown where they acted. */
export type ActionOutcome = { ok: true } | { ok: false; message: string }
export const done: ActionOutcome = { ok: true }
export const failed = (message: string): ActionOutcome => ({ ok: false, message })

/** The whole bridge between the shell's own pages and the main process (preload.ts): three calls. */
export type ShellBridge = {
	state(): Promise<ShellState>
	onState(listener: (state: ShellState) => void): void
	act(action: ShellAction): Promise<ActionOutcome>
}

/** Who calls: Electron's web contents, and the address of the frame in it that speaks, if there still is one. */
export type Caller = { sender: unknown; address: string | undefined }

/**
 * The main process's end of `window.shell`. Answers the shell's own pages and no other caller:
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
