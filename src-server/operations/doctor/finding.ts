import { printable } from '#server/process/log/printable-text.ts'

/** What one look of the doctor found: `says` is one line, `todo` is what mends it. 'unknown': this system does not tell. */
export type Finding = {
	about: string
	state: 'ok' | 'warning' | 'problem' | 'unknown'
	says: string
	todo: string | null
}

/** Room for two long paths. Other people's words are to be cut shorter where they come in. */
const LINE_MAX = 8192

/** File names, certificates and other servers have their say in a finding. It stays one line that prints. */
const finding = (about: string, state: Finding['state'], says: string, todo: string | null): Finding => ({
	about,
	state,
	says: printable(says, LINE_MAX),
	todo: todo && printable(todo, LINE_MAX),
})

export const ok = (about: string, says: string) => finding(about, 'ok', says, null)
export const unknown = (about: string, says: string) => finding(about, 'unknown', says, null)
/** It works today; somebody may be sorry tomorrow. */
export const warning = (about: string, says: string, todo: string) => finding(about, 'warning', says, todo)
/** It does not work, or data are in danger. */
export const problem = (about: string, says: string, todo: string) => finding(about, 'problem', says, todo)
