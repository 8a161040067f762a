import { invalid } from '#server/http/problems.ts'

/** Files of ours nest four levels. */
const NESTED_MAX = 8
/** 20,000 verdicts have 300,000 values, and ratings received come on top. */
const VALUES_MAX = 1_000_000
/** Our objects have twelve keys. */
const KEYS_MAX = 200

const NOT_JSON = 'The file is not valid JSON'
/** `JSON.parse` makes plain keys of these, but nothing that we write has them. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Parses JSON from a stranger. Before `JSON.parse` allocates anything, this checks depth, number of values and keys:
 * `JSON.parse` keeps the last of two equal keys, and its errors name no line.
 */
export function parseForeignJson(text: string): unknown {
	scan(text)
	try {
		return JSON.parse(text)
	} catch {
		throw invalid(NOT_JSON)
	}
}

const [QUOTE, BACKSLASH, COMMA, COLON, LINE] = [34, 92, 44, 58, 10]
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [123, 125, 91, 93]

function scan(text: string) {
	/** One entry per open bracket: the keys of an object, null for a list. */
	const open: (Set<string> | null)[] = []
	let values = 1
	let line = 1
	let isKeyNext = false
	const refuse = (what: string) => invalid(`Line ${line}: ${what}.`)

	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at)
		if (code === LINE) line++
		else if (code === QUOTE) {
			const end = endOfText(text, at)
			if (end < 0) throw refuse('a quotation mark is missing, and the file ends')
			if (isKeyNext) noteKey(text.slice(at + 1, end), open.at(-1), refuse)
			isKeyNext = false
			at = end
		} else if (code === COMMA) {
			values++
			isKeyNext = open.at(-1) instanceof Set
		} else if (code === COLON) isKeyNext = false
		else if (code === OPEN_OBJECT || code === OPEN_LIST) {
			values++
			open.push(code === OPEN_OBJECT ? new Set() : null)
			isKeyNext = code === OPEN_OBJECT
		} else if (code === CLOSE_OBJECT || code === CLOSE_LIST) {
			if (open.length === 0 || open.pop() instanceof Set !== (code === CLOSE_OBJECT))
				throw refuse('a bracket closes that was not opened')
			isKeyNext = false
		}
		if (open.length > NESTED_MAX) throw refuse('too many brackets in each other')
		if (values > VALUES_MAX) throw refuse('more than a million values')
	}
	if (open.length > 0) throw refuse('the file ends in the middle')
}

function endOfText(text: string, start: number): number {
	let at = start + 1
	for (;;) {
		const end = text.indexOf('"', at)
		if (end < 0) return -1
		let backslashes = 0
		while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++
		if (backslashes % 2 === 0) return end
		at = end + 1
	}
}

function noteKey(raw: string, keys: Set<string> | null | undefined, refuse: (what: string) => Error) {
	if (!keys) return
	const key = raw.includes('\\') ? unescaped(raw) : raw
	if (RESERVED.has(key)) throw refuse(`nothing in this file may be called “${key}”`)
	if (keys.has(key)) throw refuse(`“${shortened(key)}” is there twice`)
	if (keys.size >= KEYS_MAX) throw refuse(`one object has more than ${KEYS_MAX} keys`)
	keys.add(key)
}

function unescaped(raw: string): string {
	try {
		return JSON.parse(`"${raw}"`) as string
	} catch {
		throw invalid(NOT_JSON)
	}
}

/** Keys are a stranger's, so only plain ones are repeated. */
const shortened = (key: string) => (/^\w{1,40}$/.test(key) ? key : 'A key')
