/** What a person reads when the server does not run. */
export type Trouble = {
	/** 'The engine will not start' */
	title: string
	/** What happened and what to do about it, in one or two sentences. */
	explanation: string
	/** What the server said last, oldest first; at most 50 lines. */
	log: string[]
}

/** How the server inside this computer is doing. */
export type ServerState =
	| { kind: 'stopped' }
	| { kind: 'starting' }
	| {
			kind: 'running'
			/** For this computer's own window, with a slash at the end: 'http://127.0.0.1:7433/'. */
			address: string
			/** For phones on the same network, when they are let in and there is a network. */
			lanAddress: string | null
	  }
	| { kind: 'restarting'; waitMs: number }
	| { kind: 'trouble'; trouble: Trouble }
