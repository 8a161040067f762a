/*
 * Parses a unit file by systemd's documentation (systemd.syntax(7), systemd.exec(5), systemd.service(5)) and not by
 * ours. Throws on anything that systemd would not take for plain text.
 */

export type UnitSetting = { name: string; value: string }

/** All settings of the unit, with continuation lines joined. */
export function settingsOf(unit: string): UnitSetting[] {
	const lines: string[] = []
	let isContinued = false
	for (const line of unit.split(/\r\n|[\n\r\0]/)) {
		if (isContinued) lines.push(`${(lines.pop() ?? '').slice(0, -1)} ${line}`)
		else lines.push(line)
		isContinued = ((lines.at(-1) ?? '').match(/\\+$/)?.[0].length ?? 0) % 2 === 1
	}
	return lines
		.map((line) => line.trim())
		.filter((line) => line !== '' && !/^[#;[]/.test(line))
		.map((line) => ({ name: line.split('=')[0]?.trim() ?? '', value: line.slice(line.indexOf('=') + 1).trim() }))
}

const C_ESCAPES: Record<string, string> = { '\\': '\\', '"': '"', "'": "'", s: ' ', n: '\n', t: '\t', r: '\r' }

/** The values of a setting that is a list of words. ExecStart supports C's escapes, ReadWritePaths does not. */
export function wordsOf(value: string, hasEscapes: boolean): string[] {
	const words: string[] = []
	let at = 0
	const escaped = () => {
		const sign = value[++at]
		const meant = sign === undefined ? undefined : hasEscapes ? C_ESCAPES[sign] : sign
		if (meant === undefined) throw new Error(`No such escape: \\${sign} in ${value}`)
		return meant
	}
	while (at < value.length) {
		if (/\s/.test(value[at] ?? '')) {
			at++
			continue
		}
		const quote = /["']/.test(value[at] ?? '') ? value[at++] : null
		let word = ''
		while (at < value.length && (quote ? value[at] !== quote : !/\s/.test(value[at] ?? ''))) {
			if (!quote && /["']/.test(value[at] ?? '')) throw new Error(`A quote within a word: ${value}`)
			word += value[at] === '\\' ? escaped() : value[at]
			at++
		}
		if (quote && value[at++] !== quote) throw new Error(`A quote that does not end: ${value}`)
		if (quote && at < value.length && !/\s/.test(value[at] ?? '')) throw new Error(`A word behind a quote: ${value}`)
		words.push(withSpecifiers(word))
	}
	return words
}

export function withSpecifiers(text: string): string {
	return text.replaceAll(/%(.?)/gsu, (_, sign: string) => {
		if (sign !== '%') throw new Error(`A specifier: %${sign} in ${text}`)
		return '%'
	})
}

/** An argument of ExecStart after systemd has substituted variables. */
export function withVariables(word: string): string {
	return word.replaceAll(/\$(.?)/gsu, (_, sign: string) => {
		if (sign !== '$') throw new Error(`A variable: $${sign} in ${word}`)
		return '$'
	})
}

/** The single file that a glob(7) pattern matches. */
export function fileMatching(pattern: string): string {
	return pattern.replaceAll(/\\(.?)|[*?[]/gsu, (found, sign: string | undefined) => {
		if (sign === undefined || sign === '') throw new Error(`A pattern for more than one file: ${found} in ${pattern}`)
		return sign
	})
}
