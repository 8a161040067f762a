import { ValidationError } from 'elysia'
import * as v from 'valibot'
import { StartRefused } from '#server/start-refused.ts'
import { printable, printableJson } from './printable-text.ts'
import { standardError } from './standard-output.ts'

export type LogLevel = 'error' | 'warning' | 'info' | 'debug'

export type LogFormat = 'text' | 'json'

export type LogEntry = {
	level: LogLevel
	message: string
	/** Keys of the JSON line beside `time`, `level` and `message`. */
	fields?: Record<string, string | number | undefined>
	stack?: string[]
}

const RANK: Record<LogLevel, number> = { error: 0, warning: 1, info: 2, debug: 3 }

/**
 * Writes entries of at least this level. Each entry stays one line, and continuation lines in text are indented, so that
 * foreign text cannot forge a log line.
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

/**
 * The time in ISO 8601, cached because under load many lines share a millisecond and formatting costs as much as the
 * rest of the line.
 */
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

export type LogSink = { write(text: string, isImportant: boolean): void; takeLost(): number }

const WAITING_MAX = 1024 * 1024
const IMPORTANT_WAITING_MAX = 8 * WAITING_MAX

let waiting = 0
let lost = 0
let drained = Promise.withResolvers<void>()
drained.resolve()

let batch = ''
const BATCH_MS = 20

/**
 * Standard error. Lines within 20 ms are written together, because one write per line cost a small response a tenth of its
 * time. Warnings, errors and lines at process exit are written at once. Bun buffers without limit while the reader is
 * stalled; here the limit is one megabyte for information and eight for warnings and errors.
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
	const flushed = standardError.write(text)
	const written = () => {
		waiting -= text.length
		if (waiting === 0) drained.resolve()
	}
	if (flushed) flushed.then(written)
	else written()
}

process.on('exit', writeBatch)

export function stderrDrained(): Promise<void> {
	writeBatch()
	return drained.promise
}

export type ErrorText = { message: string; stack: string[] }

const CAUSES_MAX = 5

/** Describes an error and its causes. Omits the data involved, which may be a person's token or address. */
export function errorText(error: unknown): ErrorText {
	// This message is written for the operator, who has no use for a stack.
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

/** Elysia's message about an invalid response repeats the whole response. */
function messageOf(error: Error): string {
	if (!(error instanceof ValidationError)) return error.message
	const issue = error.valueError as v.BaseIssue<unknown> | undefined
	const path = (issue && v.getDotPath(issue)) ?? 'the whole'
	return `the ${error.type} breaks its schema at ${path}`
}

/** A stack starts with the message, which may contain lines that look like frames. */
function framesOf({ message, stack = '' }: Error): string[] {
	const end = message === '' ? 0 : stack.indexOf(message) + message.length
	return stack
		.slice(end)
		.split('\n')
		.filter((line) => /^\s+at /.test(line))
}
