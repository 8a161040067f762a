import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, PROGRAM, spawn, untilReady } from '#server/testing/server-process.ts'

/* The real program's output on a terminal; in other tests its output is a pipe. */

const canPretend = process.platform === 'linux' && Bun.which('script') !== null

/** Starts the program on a pseudo-terminal. `stdout` has the output of both streams. */
function startOnTerminal({ dataDir = freshFolder() } = {}) {
	const words = [...PROGRAM, '--port', '0', '--data-dir', dataDir].map((word) => `'${word}'`).join(' ')
	// Turns off the terminal's carriage returns.
	const command = `stty -onlcr cols 80 rows 24; exec ${words}`
	return untilReady(spawn({ command: ['script', '-qec', command, '/dev/null'] }))
}

test.skipIf(!canPretend)(
	'a terminal shows who joined and no requests, and the set-up link in half blocks [spec 15.41] [spec 12.16]',
	async () => {
		const { origin, says, output, end } = await startOnTerminal()
		await says('Only this computer can open it')
		const [, invite] = /\/invite\/([\w-]{32})\n/.exec(output.stdout) ?? []

		await fetch(`${origin}/api/users`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ username: 'lina', password: 'backseat', invite }),
		})
		await says('info lina joined\n')

		expect(output.stdout).not.toContain('info POST')
		expect(output.stdout).toMatch(/\n██ ▄▄▄▄▄ █.*█ ▄▄▄▄▄ ██\n/)
		await end('SIGTERM')
	},
)

test.skipIf(!canPretend)('a terminal that is closed stops the server well [B28]', async () => {
	const dataDir = freshFolder()
	const terminal = await startOnTerminal({ dataDir })

	await terminal.end('SIGKILL')
	while (existsSync(join(dataDir, 'running.json')) || existsSync(join(dataDir, 'backseat.db-wal'))) await Bun.sleep(10)

	expect(readdirSync(dataDir).toSorted()).toEqual(['backseat.db', 'clean-stop.json', 'instance.json', 'lock.db'])
	expect(await fetch(terminal.origin).catch((error) => error.code)).toBe('ECONNREFUSED')
})
