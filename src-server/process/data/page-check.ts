import { dirname, join } from 'node:path'

/** A look at every page of the data file, in a process of its own. */
export type PageCheck = {
	/** What is wrong with the file; null: it is sound. Rejects when it could not be looked at. */
	result: Promise<string | null>
	/** Ends it, and answers when it has ended: until then it keeps the write-ahead log from being emptied. */
	stop(): Promise<void>
}

/** The command that looks, for us alone (commands/machine/check-pages-command.ts). */
export const CHECK_PAGES = 'check-pages'

/** 1: the file is damaged, and what was found is on standard output. Any other code is not an answer. */
export const FOUND_DAMAGE = 1

const MAIN = join(dirname(dirname(import.meta.dir)), 'main.ts')
const OURSELVES = Bun.isStandaloneExecutable ? [process.execPath] : [process.execPath, MAIN]

/** The server's first answers have the processor to themselves: beside a process that starts they came 40 ms later. */
const AFTER_MS = 1000

/**
 * A process and not a thread: it can be ended in the middle of a file, which a thread inside SQLite cannot, it runs at a
 * lower priority than the answers, and its memory is given back (a thread left 8 MB with us).
 */
export function checkPagesBeside(dataFile: string, afterMs = AFTER_MS): PageCheck {
	const { promise: result, resolve, reject } = Promise.withResolvers<string | null>()
	let child: ReturnType<typeof start> | undefined
	const starting = setTimeout(() => {
		child = start(dataFile)
		answerOf(child).then(resolve, reject)
	}, afterMs)
	starting.unref()
	return {
		result,
		async stop() {
			clearTimeout(starting)
			child?.kill('SIGKILL')
			await child?.exited
		},
	}
}

const start = (dataFile: string) =>
	Bun.spawn([...OURSELVES, CHECK_PAGES, dataFile], { stdin: 'ignore', stdout: 'pipe', stderr: 'ignore' })

async function answerOf(child: ReturnType<typeof start>): Promise<string | null> {
	const said = await new Response(child.stdout).text()
	const code = await child.exited
	if (code === 0) return null
	if (code === FOUND_DAMAGE) return said.trim()
	throw new Error(`the look at it ended with ${child.signalCode ?? code}`)
}
