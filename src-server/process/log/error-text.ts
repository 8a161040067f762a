import { ValidationError } from 'elysia'
import * as v from 'valibot'
import { StartRefused } from '#server/process/start-refused.ts'

/** An error as it is logged: a sentence, and where it happened. */
export type ErrorText = { message: string; stack: string[] }

const CAUSES_MAX = 5

/** Names an error and what caused it. Without the data it was about: those may be somebody's token or address. */
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
