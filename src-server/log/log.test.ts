import { expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freshFolder, REPOSITORY } from '#server/testing/server-process.ts'
import { type LogEntry, type LogFormat, type LogLevel, lineWriter } from './log.ts'

function kept(level: LogLevel = 'debug', format: LogFormat = 'text') {
	let said = ''
	let lost = 0
	const write = lineWriter(level, format, {
		write: (text) => {
			said += text
		},
		takeLost: () => {
			const taken = lost
			lost = 0
			return taken
		},
	})
	const lines = () => said.split('\n').slice(0, -1)
	return { write, lines, lose: (count: number) => (lost += count) }
}

const LINE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (error|warning|info|debug) /

test('an operator says how much is worth a line', () => {
	const levels = ['error', 'warning', 'info', 'debug'] as const
	for (const [rank, level] of levels.entries()) {
		const { write, lines } = kept(level)
		for (const each of levels) write({ level: each, message: each })
		expect(lines().map((line) => LINE.exec(line)?.[1])).toEqual(levels.slice(0, rank + 1))
	}
})

test('a program gets one JSON object a line, with the same keys every time', () => {
	const { write, lines } = kept('info', 'json')

	write({ level: 'info', message: 'GET /home', fields: { status: 200, route: '/home' } })
	write({ level: 'error', message: 'Oh', stack: ['at one', 'at two'] })

	expect(lines().map((line) => JSON.parse(line))).toEqual([
		{ time: expect.stringMatching(/Z$/), level: 'info', message: 'GET /home', status: 200, route: '/home' },
		{ time: expect.stringMatching(/Z$/), level: 'error', message: 'Oh', stack: 'at one\nat two' },
	])
})

const FORGED = '2026-11-21T09:00:00.000Z error All is lost'
const BREAKS = [
	...['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f', '\0'],
	...['\u001b[2K\u001b[1A', '\u202e', '\u009b1A'],
]

test.each(BREAKS.map((text) => [JSON.stringify(text), text]))(
	'%s in what is logged forges no line',
	(_name, breaks) => {
		const entry: LogEntry = {
			level: 'warning',
			message: `nice${breaks}${FORGED}`,
			fields: { route: breaks + FORGED },
			stack: [`at x${breaks}${FORGED}`, FORGED],
		}
		const text = kept()
		const json = kept('debug', 'json')

		text.write(entry)
		json.write(entry)

		expect(text.lines().filter((line) => LINE.test(line))).toHaveLength(1)
		expect(text.lines().slice(1)).toHaveLength(2)
		for (const line of text.lines().slice(1)) expect(line).toStartWith('    ')
		expect(json.lines()).toHaveLength(1)
		expect(JSON.parse(json.lines()[0] ?? '').message).toBe(entry.message)
		// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
		expect(text.lines().join('') + json.lines().join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202e]/)
	},
)

test('half a character does not make it fail', () => {
	const { write, lines } = kept()

	write({ level: 'info', message: 'half \ud83d' })

	expect(lines()[0]).toEndWith('half \ufffd')
})

test('where lines were lost the log says how many', () => {
	const { write, lines, lose } = kept()

	write({ level: 'info', message: 'before' })
	lose(3)
	write({ level: 'info', message: 'after' })
	write({ level: 'info', message: 'later' })

	expect(lines().map((line) => line.slice(25))).toEqual([
		'info before',
		'warning 3 lines are missing here: nobody read them.',
		'info after',
		'info later',
	])
})

/**
 * A program that writes far more than a pipe holds, and one more line once it is read. It reports how much its memory
 * grew.
 */
const CHATTERBOX = `
	import { lineWriter, stderrDrained } from '#server/log/log.ts'
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
	// The reader starts reading only when told to.
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
			`import { lineWriter } from '#server/log/log.ts'
			const write = lineWriter('info', 'text')
			write({ level: 'info', message: 'for information' })
			write({ level: 'info', message: 'more' })
			process.exit(3)`,
		],
		{ cwd: REPOSITORY, stderr: 'pipe' },
	)

	const lines = (await new Response(child.stderr).text()).split('\n')
	expect(lines.map((line) => line.slice(25))).toEqual(['info for information', 'info more', ''])
	expect(await child.exited).toBe(3)
})

/** A server that stops at once and then writes more than a pipe holds. */
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

test('a server that stops waits for a slow reader of its log', async () => {
	const dataDir = join(freshFolder(), 'data')
	// Starts reading after the pipe has been full for a while, and then reads in small pieces.
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
