import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'

/** A server that stops at once, and writes more at its end than a pipe holds. */
const program = (dataDir: string) => `
	import { defaultConfig } from '#server/settings/config.ts'
	import { serve } from '#server/process/lifecycle.ts'
	const openApp = async (_config, log) => {
		setTimeout(() => process.kill(process.pid, 'SIGTERM'))
		const close = async () => {
			for (let count = 0; count < 400; count++) log.info('still to write: ' + 'x'.repeat(1000))
			log.info('the last line')
		}
		return { fetch: async () => new Response(''), close }
	}
	process.exit(await serve({ ...defaultConfig, port: 0, dataDir: ${JSON.stringify(dataDir)} }, openApp))`

test('a server that stops waits for somebody who reads its log slowly', async () => {
	const dataDir = join(freshFolder(), 'data')
	// Begins to read when the pipe has been full for a while, and then reads in small bites.
	const child = Bun.spawn(
		['sh', '-c', '"$0" -e "$1" 2>&1 >/dev/null | { sleep 0.3; cat; }', process.execPath, program(dataDir)],
		{
			cwd: REPOSITORY,
			stdout: 'pipe',
			stderr: 'inherit',
		},
	)

	const lines = (await new Response(child.stdout).text()).trim().split('\n')

	expect(lines.filter((line) => line.includes('still to write'))).toHaveLength(400)
	expect(lines.at(-1)).toEndWith(' info the last line')
})
