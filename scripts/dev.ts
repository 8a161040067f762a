import { existsSync } from 'node:fs'
import { bun, installPackages, projectFolder, run, tool } from './run.ts'

// bun run dev: the server with restarts on changes, and the UI with hot reload; both in this terminal.
// Open http://localhost:7434. The data folder ./backseat-data/dev holds the example family and no real data.

process.chdir(projectFolder)
if (!(await installPackages())) process.exit(1)
const data = ['--data-dir', 'backseat-data/dev']
const isNew = !existsSync('backseat-data/dev/backseat.db')
if (isNew && (await run([bun, 'scripts/seed.ts', ...data])) !== 0) process.exit(1)

// The public URL is vite's address, because browsers and passkeys use that one.
const serve = ['src-server/main.ts', 'serve', '--port', '7433', '--public-url', 'http://localhost:7434', ...data]
const server = start('server', [bun, '--watch', '--no-clear-screen', ...serve])
const page = start('page', tool('vite', '--clearScreen', 'false'))
const both = [server, page]

const stop = () => both.forEach((child) => void child.kill('SIGTERM'))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
process.on('SIGHUP', stop)
await Promise.race(both.map((child) => child.exited))
stop()
await Promise.all(both.map((child) => child.exited))

function start(name: string, command: string[]) {
	const child = Bun.spawn(command, { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
	for (const stream of [child.stdout, child.stderr]) void printLines(name, stream)
	return child
}

async function printLines(name: string, stream: ReadableStream<Uint8Array>) {
	const decoder = new TextDecoder()
	let rest = ''
	for await (const chunk of stream) {
		const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
		rest = lines.pop() ?? ''
		for (const line of lines) console.log(`${name.padEnd(6)} │ ${line}`)
	}
}
