import { fill, type MarkedText } from '#contract/text.ts'
import { printable } from '#server/log/printable-text.ts'

/** The result of one check: `says` is one line, `todo` the remedy. 'unknown' means that this system cannot answer. */
export type Finding = {
	about: string
	state: 'ok' | 'warning' | 'problem' | 'unknown'
	says: string
	todo: string | null
	/** The sentences for browsers to translate. Absent where only a terminal shows them, or the operating system wrote them. */
	texts?: { says?: MarkedText; todo?: MarkedText }
	/** A warning about a configuration that may be intended, so that a host can accept it. */
	canBeFine?: true
}

/** Room for two long paths. Cut text from other systems shorter where it is received. */
const LINE_MAX = 8192

/** Findings may quote file names, certificates and other servers, so they are reduced to one printable line. */
const line = (text: string) => printable(text, LINE_MAX)

function inEnglish(words: string | MarkedText): string {
	if (typeof words === 'string') return line(words)
	const { text, plural = text, count, values } = words
	return line(fill((count === 1 ? text : plural).replace('#', `${count}`), values, (value) => value))
}

/** With printable values. */
function textOf(words: string | MarkedText | null): MarkedText | undefined {
	if (words === null || typeof words === 'string') return undefined
	const { values } = words
	const printed = Object.entries(values ?? {}).map(
		([name, value]) => [name, typeof value === 'string' ? line(value) : value] as const,
	)
	return { ...words, values: values && Object.fromEntries(printed) }
}

function finding(
	about: string,
	state: Finding['state'],
	says: string | MarkedText,
	todo: string | MarkedText | null,
	canBeFine?: true,
): Finding {
	const texts = { says: textOf(says), todo: textOf(todo) }
	return {
		about,
		state,
		says: inEnglish(says),
		todo: todo && inEnglish(todo),
		...((texts.says || texts.todo) && { texts }),
		...(canBeFine && { canBeFine }),
	}
}

export const ok = (about: string, says: string | MarkedText) => finding(about, 'ok', says, null)
export const unknown = (about: string, says: string | MarkedText) => finding(about, 'unknown', says, null)
/** Works now, but may lose data or fail later. */
export const warning = (about: string, says: string | MarkedText, todo: string | MarkedText) =>
	finding(about, 'warning', says, todo)
/** A warning that can be accepted: nothing needs to be done now. */
export const advice = (about: string, says: string | MarkedText, todo: string | MarkedText) =>
	finding(about, 'warning', says, todo, true)
/** Does not work, or endangers data. */
export const problem = (about: string, says: string | MarkedText, todo: string | MarkedText) =>
	finding(about, 'problem', says, todo)
