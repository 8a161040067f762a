import { PassThrough, Readable, Writable } from 'node:stream'
import { runCli, type Servers } from '#server/cli.ts'
import type { Terminal } from '#server/commands/terminal/output.ts'

export type CommandResult = { exitCode: number; stdout: string; stderr: string }

type Options = {
	env?: Record<string, string>
	/** The content of standard input. */
	input?: string
	servers?: Servers
}

const refuseToServe = () => Promise.reject(new Error('This is a command line that starts a server.'))
const noServers: Servers = { serve: refuseToServe, serveDesktopApp: refuseToServe }

/**
 * Runs one command line in this process. Standard input is not a terminal, and the process's environment is ignored.
 */
export async function runCommand(words: readonly string[], options: Options = {}): Promise<CommandResult> {
	const { env = {}, input = '', servers = noServers } = options
	const stdout = collector()
	const stderr = collector()
	const terminal = { stdin: Readable.from([input]), stdout: stdout.stream, stderr: stderr.stream, env }
	const exitCode = await run(words, servers, terminal)
	return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
}

/** Runs a command line as if in a terminal: types each text once the preceding text has appeared. */
export async function runInTerminal(dialogue: [appears: string, typed: string][], words: readonly string[]) {
	const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => stdin })
	const left = [...dialogue]
	const screen = collector((shown) => {
		const [next] = left
		if (next === undefined || !shown.includes(next[0])) return
		left.shift()
		stdin.write(next[1])
	})
	const stdout = Object.assign(screen.stream, { isTTY: true, columns: 120, rows: 40 })
	const exitCode = await run(words, noServers, { stdin, stdout, stderr: screen.stream, env: {} })
	return { exitCode, shown: screen.text() }
}

async function run(words: readonly string[], servers: Servers, terminal: Terminal): Promise<number> {
	// Commands set a strict umask; later tests in this process need the original one.
	const umask = process.umask()
	try {
		return await runCli(words, servers, terminal)
	} finally {
		process.umask(umask)
	}
}

function collector(changed: (text: string) => void = () => {}) {
	const decoder = new TextDecoder()
	let text = ''
	const stream = new Writable({
		write(chunk: Uint8Array, _encoding, done) {
			text += decoder.decode(chunk, { stream: true })
			done()
			changed(text)
		},
	})
	return { stream, text: () => text }
}
