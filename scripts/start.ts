import { isHangUpIgnored } from '../src-server/process/signals.ts'
import { builtBinary, isBuilt } from './build/build-stamp.ts'
import { bun, installPackages, projectFolder, run } from './run.ts'

// bun start [flags of `backseat serve`]: from a fresh clone to a running Backseat. Imports no packages, because they may not be installed.

process.chdir(projectFolder)
if (!(await installPackages())) process.exit(1)
if (!(await isBuilt())) {
	console.log('Building Backseat (a minute or less)…')
	const code = await run([bun, 'scripts/build.ts'])
	if (code !== 0) process.exit(code)
}

let server: Bun.Subprocess | null = null
// Listen from the start: stopping this script early must not leave the server running.
// Ctrl-C in a terminal reaches the server by itself; a second SIGINT would cut its shutdown short.
process.on('SIGINT', () => process.stdin.isTTY || server?.kill('SIGINT'))
process.on('SIGTERM', () => server?.kill('SIGTERM'))
if (!isHangUpIgnored) process.on('SIGHUP', () => server?.kill('SIGHUP'))
// A child process does not inherit the effect of `nohup`.
server = Bun.spawn([...(isHangUpIgnored ? ['nohup'] : []), builtBinary, 'serve', ...process.argv.slice(2)], {
	stdio: ['inherit', 'inherit', 'inherit'],
})
await server.exited
process.exit(server.exitCode ?? 1)
