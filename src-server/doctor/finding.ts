/** What one look of the doctor found: `says` is one line, `todo` is what mends it. 'unknown': this system does not tell. */
export type Finding = {
	about: string
	state: 'ok' | 'warning' | 'problem' | 'unknown'
	says: string
	todo: string | null
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says, todo: null })
export const unknown = (about: string, says: string): Finding => ({ about, state: 'unknown', says, todo: null })
/** It works today; somebody may be sorry tomorrow. */
export const warning = (about: string, says: string, todo: string): Finding => ({ about, state: 'warning', says, todo })
/** It does not work, or data are in danger. */
export const problem = (about: string, says: string, todo: string): Finding => ({ about, state: 'problem', says, todo })
