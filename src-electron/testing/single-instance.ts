import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Lock = { isOurs: boolean; handedOver?: Promise<unknown> }

/**
 * One instance for each data folder: the first listens in it, the others tell it how they were started and go. Not on
 * Windows, which has no sockets in folders. The folder's path may have some 80 bytes: that of a socket ends at 103.
 */
export function takeLock(folder: string, argv: string[], onSecond: (argv: string[], folder: string) => void): Lock {
	mkdirSync(folder, { recursive: true })
	const first = readdirSync(folder).find(isListening)
	if (first) return { isOurs: false, handedOver: tell(join(folder, first), [argv, process.cwd()]) }

	const own = join(folder, `first-${process.pid}.sock`)
	const server = createServer({ allowHalfOpen: true }, async (second) => {
		onSecond(...(JSON.parse(await text(second)) as [string[], string]))
		second.end()
	})
	server.listen(own).unref()
	process.on('exit', () => rmSync(own, { force: true }))
	return { isOurs: true }
}

/** By the process in its name: one that was killed leaves its file behind. */
function isListening(file: string): boolean {
	const [, pid] = file.match(/^first-(\d+)\.sock$/) ?? []
	try {
		return pid !== undefined && process.kill(Number(pid), 0)
	} catch {
		return false
	}
}

const tell = (first: string, words: unknown) =>
	new Promise((resolve) => {
		connect(first).on('close', resolve).on('error', resolve).end(JSON.stringify(words))
	})
