import { expect, test } from 'bun:test'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, runToEnd } from '#server/testing/server-process.ts'
import { testServers } from '#server/testing/test-servers.ts'
import { refuseHandedOverSockets } from './service-manager.ts'

const { start } = testServers()

/** A folder with a systemd-notify that records its calls. */
function recordingNotify(exitCode = 0) {
	const path = freshFolder()
	const program = join(path, 'systemd-notify')
	const calls = join(path, 'calls')
	writeFileSync(program, `#!/bin/sh\necho "$*" >> ${calls}\necho 'no such socket' >&2\nexit ${exitCode}\n`)
	chmodSync(program, 0o755)
	const called = async (count: number) => {
		const lines = () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [])
		while (lines().length < count) await Bun.sleep(5)
		return lines()
	}
	return { path: `${path}:${process.env.PATH}`, called }
}

test('a service manager that asks for it hears when the server answers, and when it stops', async () => {
	const { path, called } = recordingNotify()
	const server = await start({ env: { NOTIFY_SOCKET: '/run/notify', PATH: path } })

	expect(await called(1)).toEqual([`--ready --status=Answers at ${server.origin}/`])
	expect(await server.end('SIGTERM')).toBe(0)
	expect(await called(2)).toContain('STOPPING=1')
})

test('a manager that cannot be told is a warning, with or without its program, and no failed start', async () => {
	const unheard = await start({ env: { NOTIFY_SOCKET: '/run/notify', PATH: recordingNotify(1).path } })
	const alone = await start({ env: { NOTIFY_SOCKET: '/run/notify', PATH: freshFolder() } })

	await unheard.says("was not told '--ready': Error: systemd-notify ended with 1: no such socket", 'stderr')
	await alone.says("The service manager was not told '--ready'", 'stderr')
	expect((await fetch(`${alone.origin}/api/health`)).status).toBe(200)
})

test('a socket that is handed over is refused in one line before anything is made, one for another process is not ours', async () => {
	const dataDir = join(freshFolder(), 'data')
	const flags = ['--data-dir', dataDir]
	// As systemd does, sets LISTEN_PID to the process id of the program.
	const command = ['sh', '-c', 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"', 'sh', process.execPath, 'src-server/main.ts']

	const { exitCode, stdout, stderr } = await runToEnd({ command, flags })

	expect({ exitCode, stdout }).toEqual({ exitCode: 78, stdout: '' })
	expect(stderr).toMatch(/^[^\n]*cannot listen on a handed-over socket[^\n]*docs\/hosting-many\.md[^\n]*\n$/)
	expect(existsSync(dataDir)).toBe(false)
	expect(() => refuseHandedOverSockets({ LISTEN_FDS: '1', LISTEN_PID: '1' }, 2)).not.toThrow()
})
