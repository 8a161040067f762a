import { ValidationError } from 'elysia'
import * as v from 'valibot'
import { StartRefused } from '#server/start-refused.ts'
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

/** Where lines go. `takeLost` answers how many were lost since it was last asked. */
export type LogSink = { write(text: string, isImportant: boolean): void; takeLost(): number }

const WAITING_MAX = 1024 * 1024
const IMPORTANT_WAITING_MAX = 8 * WAITING_MAX

/** Characters that were said and not yet taken. */
let waiting = 0
let lost = 0
let drained = Promise.withResolvers<void>()
drained.resolve()

/** Said and not yet written, for so long at most. */
let batch = ''
const BATCH_MS = 20

/**
 * Standard error. What is said within 20 ms is written at once: a write for each line cost a small answer a tenth of its
 * time. Warnings and errors do not wait, nor does what is said when the process ends.
 * Bun writes what the other end takes, and keeps the rest in memory for as long as nobody reads; here that ends at one
 * megabyte for information, and at eight for warnings and errors. Each write has a callback, as Bun's `drain` event comes
 * too early when the other end reads while we write (Bun 1.4.5).
 */
const stderrSink: LogSink = {
	write(text, isImportant) {
		if (waiting > (isImportant ? IMPORTANT_WAITING_MAX : WAITING_MAX)) {
			lost++
			return
		}
		if (waiting === 0) drained = Promise.withResolvers()
		waiting += text.length
		if (batch === '') setTimeout(writeBatch, BATCH_MS).unref()
		batch += text
		if (isImportant) writeBatch()
	},
	takeLost() {
		if (waiting > 0) return 0
		const taken = lost
		lost = 0
		return taken
	},
}

function writeBatch() {
	const text = batch
	if (text === '') return
	batch = ''
	process.stderr.write(text, () => {
		waiting -= text.length
		if (waiting === 0) drained.resolve()
	})
}

process.on('exit', writeBatch)

/** Settles when everything said so far has been read. Never, if nobody reads. */
export function stderrDrained(): Promise<void> {
	writeBatch()
	return drained.promise
}

/** An error as it is logged: a sentence, and where it happened. */
export type ErrorText = { message: string; stack: string[] }

const CAUSES_MAX = 5

/** Names an error and what caused it. Without the data it was about: those may be a person's token or address. */
export function errorText(error: unknown): ErrorText {
	// Written for the operator: one line, and where in our code it was thrown does not help them.
	if (error instanceof StartRefused) return { message: error.message, stack: [] }
	const { message, stack } = textOfOne(error)
	const lines = [...stack]
	let cause = error instanceof Error ? error.cause : undefined
	for (let depth = 0; cause !== undefined && depth < CAUSES_MAX; depth++) {
		const { message, stack } = textOfOne(cause)
		lines.push(`caused by ${message}`, ...stack)
		cause = cause instanceof Error ? cause.cause : undefined
	}
	return { message, stack: lines }
}

function textOfOne(error: unknown): ErrorText {
	if (!(error instanceof Error))
		return { message: `thrown: ${isObject(error) ? 'an object' : String(error)}`, stack: [] }
	return { message: `${error.name}: ${messageOf(error)}`, stack: framesOf(error) }
}

const isObject = (value: unknown) => typeof value === 'function' || (typeof value === 'object' && value !== null)

/** Elysia's own message about an answer that breaks its schema repeats the whole answer. */
function messageOf(error: Error): string {
	if (!(error instanceof ValidationError)) return error.message
	const issue = error.valueError as v.BaseIssue<unknown> | undefined
	const path = (issue && v.getDotPath(issue)) ?? 'the whole'
	return `the ${error.type} breaks its schema at ${path}`
}

/** A stack begins with the message, which may itself have lines that look like places. */
function framesOf({ message, stack = '' }: Error): string[] {
	const end = message === '' ? 0 : stack.indexOf(message) + message.length
	return stack
		.slice(end)
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
}
