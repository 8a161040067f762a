import { printable } from '#server/log/printable-text.ts'

/** The result of one check: `says` is one line, `todo` is how to fix it. 'unknown': this system does not say. */
export type Finding = {
	about: string
	state: 'ok' | 'warning' | 'problem' | 'unknown'
	says: string
	todo: string | null
	/** A warning about how things are set up, which may be just what is wanted: a host can say so. */
	canBeFine?: true
}

/** Room for two long paths. Other people's words are to be cut shorter where they come in. */
const LINE_MAX = 8192

/** A finding may quote file names, certificates and other servers. It stays one printable line. */
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
/** It works today, and may cost data or fail later. */
export const warning = (about: string, says: string, todo: string) => finding(about, 'warning', says, todo)
/** The same, and no act is needed now: it stays as it is until somebody sets it up otherwise. */
export const advice = (about: string, says: string, todo: string) => finding(about, 'warning', says, todo, true)
/** It does not work, or data are in danger. */
export const problem = (about: string, says: string, todo: string) => finding(about, 'problem', says, todo)
