import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

type Lock = { isOurs: boolean; handedOver?: Promise<unknown> }

/**
 * Allows one instance per data folder: the first listens on a socket in it; later ones send their arguments to it and
 * exit. Not on Windows, which has no sockets in folders. The folder's path may have about 80 bytes, because a
 * socket's path is limited to 103.
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

/** Checks the process ID in the file name, because a killed process leaves its file behind. */
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
