import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROGRAM = process.platform === 'win32' ? 'backseat.exe' : 'backseat'

/** The product under test: what `bun run build` made, unless somebody names another one. */
export const binary = process.env.E2E_BINARY ?? join(import.meta.dirname, '..', 'dist', PROGRAM)

const READY = /is ready at (http:\/\/\S+)/
const START_MAX_MS = 15_000

export type Instance = {
	/** With a slash at the end: 'http://127.0.0.1:41234/' or 'http://127.0.0.1:41234/rides/'. */
	address: string
	dataDir: string
	/** Everything it has said so far, both streams. */
	log(): string
	/** Its log in the narrow sense: what it has said on standard error. */
	stderr(): string
	stop(): Promise<void>
	/** On the same port, over the same data. */
	start(): Promise<void>
	restart(): Promise<void>
	/** Forgets everybody, as when the data folder was deleted. */
	startEmpty(): Promise<void>
	/** Stops it and removes its data. */
	end(): Promise<void>
}

/** Starts the binary on a free port with a data folder of its own. */
export async function openInstance(flags: string[] = []): Promise<Instance> {
	const dataDir = await mkdtemp(join(tmpdir(), 'backseat-e2e-'))
	let log = ''
	let stderr = ''
	let server: ChildProcess | null = null
	let port = '0'

	const start = async () => {
		const args = ['serve', '--port', port, '--data-dir', dataDir, '--rate-limit-scale', '1000', ...flags]
		const child = spawn(binary, args, { stdio: ['ignore', 'pipe', 'pipe'] })
		server = child
		const before = log.length
		const address = await new Promise<string>((resolve, reject) => {
			const tooLong = setTimeout(() => reject(new Error(`Not ready in time:\n${log}`)), START_MAX_MS)
			const listen = (said: Buffer) => {
				log += said.toString()
				const ready = log.slice(before).match(READY)
				if (!ready?.[1]) return
				clearTimeout(tooLong)
				resolve(ready[1])
			}
			child.stdout.on('data', listen)
			child.stderr.on('data', listen)
			child.stderr.on('data', (said: Buffer) => {
				stderr += said.toString()
			})
			child.once('error', reject)
			child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${log}`)))
		})
		port = new URL(address).port
		return address
	}

	const stop = async () => {
		const child = server
		server = null
		if (!child || child.exitCode !== null) return
		const ended = new Promise((resolve) => child.once('exit', resolve))
		child.kill('SIGTERM')
		await ended
	}

	const address = await start()
	return {
		address,
		dataDir,
		log: () => log,
		stderr: () => stderr,
		stop,
		start: async () => {
			await start()
		},
		restart: async () => {
			await stop()
			await start()
		},
		startEmpty: async () => {
			await stop()
			await rm(dataDir, { recursive: true, force: true })
			await start()
		},
		end: async () => {
			await stop()
			await rm(dataDir, { recursive: true, force: true })
		},
	}
}
