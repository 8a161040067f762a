const BYTE = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const V4 = `(?:${BYTE}\\.){3}${BYTE}`
const WORD = '[0-9a-fA-F]{1,4}'

/** Each alternative has one more word before the gap `::`; the last two words may be an IPv4 address. */
const V6 = [
	`(?:${WORD}:){7}(?:${WORD}|:)`,
	`(?:${WORD}:){6}(?:${V4}|:${WORD}|:)`,
	...[5, 4, 3, 2, 1].map(
		(before) => `(?:${WORD}:){${before}}(?:(?::${WORD}){0,${5 - before}}:${V4}|(?::${WORD}){1,${7 - before}}|:)`,
	),
	`:(?:(?::${WORD}){0,5}:${V4}|(?::${WORD}){1,7}|:)`,
]

const IPV4 = new RegExp(`^${V4}$`)
const IPV6 = new RegExp(`^(?:${V6.join('|')})(?:%[0-9a-zA-Z-.:]+)?$`)

export const isIPv4 = (text: string): boolean => IPV4.test(text)

/** The same as that of `node:net`, which loads Node's streams and sockets at the start. */
export function isIP(text: string): 0 | 4 | 6 {
	if (isIPv4(text)) return 4
	return text.includes(':') && IPV6.test(text) ? 6 : 0
}
