import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'

type Lock = { isOurs: boolean; handedOver?: Promise<void> }

/** One instance for each data folder: the first listens, the others tell it how they were started and go. */
export function takeLock(folder: string, argv: string[], onSecond: (argv: string[], folder: string) => void): Lock {
	const file = join(folder, 'SingletonLock.json')
	mkdirSync(folder, { recursive: true })
	const first = readLock(file)
	if (first) return { isOurs: false, handedOver: tell(first.port, JSON.stringify([argv, process.cwd()])) }

	const server = createServer((second) => {
		let said = ''
		second.on('data', (part) => {
			said += part.toString()
			if (!said.endsWith('\n')) return
			onSecond(...(JSON.parse(said) as [string[], string]))
			second.end()
		})
	})
	rmSync(file, { force: true })
	// Taken at once; where to knock follows.
	writeFileSync(file, JSON.stringify({ pid: process.pid, port: 0 }), { flag: 'wx' })
	server.listen(0, '127.0.0.1', () => {
		const address = server.address()
		if (address && typeof address === 'object')
			writeFileSync(file, JSON.stringify({ pid: process.pid, port: address.port }))
	})
	server.unref()
	process.on('exit', () => rmSync(file, { force: true }))
	return { isOurs: true }
}

/** Null when nobody has it, or whoever had it was killed. */
function readLock(file: string): { pid: number; port: number } | null {
	try {
		const lock = JSON.parse(readFileSync(file, 'utf8'))
		process.kill(lock.pid, 0)
		return lock
	} catch {
		return null
	}
}

const tell = (port: number, words: string) =>
	new Promise<void>((resolve) => {
		const first = connect(port, '127.0.0.1', () => first.write(`${words}\n`))
		first.on('close', () => resolve())
		first.on('error', () => resolve())
	})
