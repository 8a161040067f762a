import { type LogSink, stderrSink } from './log-sink.ts'
import { printable, printableJson } from './printable-text.ts'

/** The most important first. */
export type LogLevel = 'error' | 'warning' | 'info' | 'debug'

/** How a line looks: text for people, json for programs. */
export type LogFormat = 'text' | 'json'

/** One line of the log. As text it is `message` and `stack`; in JSON each field has its key. */
export type LogEntry = {
	level: LogLevel
	message: string
	/** Keys of the JSON line, beside `time`, `level` and `message`. */
	fields?: Record<string, string | number | undefined>
	/** More lines that belong to it, such as where an error came from. The key in JSON is `stack`. */
	stack?: string[]
}

const RANK: Record<LogLevel, number> = { error: 0, warning: 1, info: 2, debug: 3 }

/**
 * Writes entries of at least this level as lines. Whatever is in an entry, it stays one line, and in text what follows
 * is indented: nobody can put a line into the log that looks like one of ours.
 */
export function lineWriter(level: LogLevel, format: LogFormat, sink: LogSink = stderrSink) {
	const line = format === 'json' ? jsonLine : textLine
	return (entry: LogEntry) => {
		if (RANK[entry.level] > RANK[level]) return
		const lost = sink.takeLost()
		if (lost > 0)
			sink.write(line({ level: 'warning', message: `${lost} lines are missing here: nobody read them.` }), true)
		sink.write(line(entry), RANK[entry.level] <= RANK.warning)
	}
}

let lastMs = Number.NaN
let lastTime = ''

/** In ISO 8601. Under load many lines have the same millisecond, and making the text of it costs as much as the rest. */
function timeNow(): string {
	const ms = Date.now()
	if (ms === lastMs) return lastTime
	lastMs = ms
	lastTime = new Date(ms).toISOString()
	return lastTime
}

function textLine({ level, message, stack = [] }: LogEntry): string {
	const first = `${timeNow()} ${level} ${printable(message)}\n`
	return first + stack.map((text) => `    ${printable(text.trim())}\n`).join('')
}

function jsonLine({ level, message, fields, stack }: LogEntry): string {
	const entry = { time: timeNow(), level, message, ...fields, stack: stack?.join('\n') }
	return `${printableJson(entry)}\n`
}
