import { invalid } from '#server/http/problems.ts'

/** Files of ours nest four levels. */
const NESTED_MAX = 8
/** 20,000 verdicts have 300,000 values, and ratings received come on top. */
const VALUES_MAX = 1_000_000
/** Our objects have twelve keys. */
const KEYS_MAX = 200

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
		throw invalid('file_not_json')
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

	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at)
		if (code === LINE) line++
		else if (code === QUOTE) {
			const end = endOfText(text, at)
			if (end < 0) throw invalid({ reason: 'file_quotation_open', params: { line } })
			if (isKeyNext) noteKey(text.slice(at + 1, end), open.at(-1), line)
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
				throw invalid({ reason: 'file_bracket_unopened', params: { line } })
			isKeyNext = false
		}
		if (open.length > NESTED_MAX) throw invalid({ reason: 'file_nested', params: { line } })
		if (values > VALUES_MAX) throw invalid({ reason: 'file_values', params: { line } })
	}
	if (open.length > 0) throw invalid({ reason: 'file_cut_off', params: { line } })
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

function noteKey(raw: string, keys: Set<string> | null | undefined, line: number) {
	if (!keys) return
	const key = raw.includes('\\') ? unescaped(raw) : raw
	if (RESERVED.has(key)) throw invalid({ reason: 'file_key_reserved', params: { line, key } })
	if (keys.has(key)) throw invalid({ reason: 'file_key_twice', params: { line, key: shortened(key) } })
	if (keys.size >= KEYS_MAX) throw invalid({ reason: 'file_keys', params: { line, max: KEYS_MAX } })
	keys.add(key)
}

function unescaped(raw: string): string {
	try {
		return JSON.parse(`"${raw}"`) as string
	} catch {
		throw invalid('file_not_json')
	}
}

/** Keys are a stranger's, so only plain ones are repeated. */
const shortened = (key: string) => (/^\w{1,40}$/.test(key) ? key : 'A key')
