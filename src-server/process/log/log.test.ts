import { expect, test } from 'bun:test'
import { type LogEntry, type LogFormat, type LogLevel, lineWriter } from './log.ts'

/** A log that keeps its entries. */
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
	'\n',
	'\r',
	'\r\n',
	'\u0085',
	'\u2028',
	'\u2029',
	'\v',
	'\f',
	'\0',
	'\u001b[2K\u001b[1A',
	'\u202e',
	'\u009b1A',
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
