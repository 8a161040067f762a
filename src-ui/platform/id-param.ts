import { idFromText } from '#contract/known-ids.ts'

/** No row has this id, so a malformed URL shows the screen's own 'not found'. */
export const NO_ID = 0

export const idParam = {
	parse: ({ id }: { id: string }) => ({ id: idFromText(id) ?? NO_ID }),
	stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}
