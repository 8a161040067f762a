import { printable } from '#server/log/printable-text.ts'

/** The result of one check: `says` is one line, `todo` the remedy. 'unknown' means that this system cannot answer. */
export type Finding = {
	about: string
	state: 'ok' | 'warning' | 'problem' | 'unknown'
	says: string
	todo: string | null
	/** A warning about a configuration that may be intended, so that a host can accept it. */
	canBeFine?: true
}

/** Room for two long paths. Cut text from other systems shorter where it is received. */
const LINE_MAX = 8192

/** Findings may quote file names, certificates and other servers, so they are reduced to one printable line. */
const finding = (
	about: string,
	state: Finding['state'],
	says: string,
	todo: string | null,
	canBeFine?: true,
): Finding => ({
	about,
	state,
	says: printable(says, LINE_MAX),
	todo: todo && printable(todo, LINE_MAX),
	...(canBeFine && { canBeFine }),
})

export const ok = (about: string, says: string) => finding(about, 'ok', says, null)
export const unknown = (about: string, says: string) => finding(about, 'unknown', says, null)
/** Works now, but may lose data or fail later. */
export const warning = (about: string, says: string, todo: string) => finding(about, 'warning', says, todo)
/** A warning that can be accepted: nothing needs to be done now. */
export const advice = (about: string, says: string, todo: string) => finding(about, 'warning', says, todo, true)
/** Does not work, or endangers data. */
export const problem = (about: string, says: string, todo: string) => finding(about, 'problem', says, todo)
