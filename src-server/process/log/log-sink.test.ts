import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'

/** A program that says far more than a pipe holds and, once somebody reads, one thing more. Answers how much it grew. */
const CHATTERBOX = `
	import { lineWriter } from '#server/process/log/log.ts'
	import { stderrDrained } from '#server/process/log/log-sink.ts'
	const write = lineWriter('info', 'text')
	const before = process.memoryUsage().rss
	for (let count = 0; count < 60_000; count++) {
		write({ level: 'info', message: count + ' ' + 'x'.repeat(1000) })
		if (count % 100 === 0) await Bun.sleep(0)
	}
	write({ level: 'error', message: 'important' })
	console.log(process.memoryUsage().rss - before)
	await stderrDrained()
	write({ level: 'info', message: 'somebody reads again' })
	await stderrDrained()
	process.exit(0)`

test('while nobody reads the log it does not pile up in memory; errors still arrive, and the gap is named', async () => {
	const go = join(freshFolder(), 'go')
	// The reader reads its end of the pipe only when asked to.
	const reader = `{ while [ ! -e "${go}" ]; do sleep 0.02; done; cat >&2; }`
	const child = Bun.spawn(['sh', '-c', `{ "$0" -e "$1" 2>&1 >&3 | ${reader}; } 3>&1`, process.execPath, CHATTERBOX], {
		cwd: REPOSITORY,
		stdout: 'pipe',
		stderr: 'pipe',
	})
	const { value } = await child.stdout.getReader().read()
	const grownBy = Number(new TextDecoder().decode(value))

	writeFileSync(go, '')
	const lines = (await new Response(child.stderr).text()).trim().split('\n')
	const [, missing = ''] = / (\d+) lines are missing here/.exec(lines.at(-2) ?? '') ?? []

	expect(await child.exited).toBe(0)
	expect(grownBy).toBeLessThan(50 * 1024 * 1024)
	expect(lines.at(-3)).toEndWith(' error important')
	expect(lines.at(-1)).toEndWith(' info somebody reads again')
	expect(lines.length - 3 + Number(missing)).toBe(60_000)
	expect(Number(missing)).toBeGreaterThan(50_000)
}, 30_000)

test('what was said right before the end of the process is still written', async () => {
	const child = Bun.spawn(
		[
			process.execPath,
			'-e',
			`import { stderrSink } from '#server/process/log/log-sink.ts'
			stderrSink.write('for information\\n', false)
			stderrSink.write('more\\n', false)
			process.exit(3)`,
		],
		{ cwd: REPOSITORY, stderr: 'pipe' },
	)

	expect(await new Response(child.stderr).text()).toBe('for information\nmore\n')
	expect(await child.exited).toBe(3)
})
