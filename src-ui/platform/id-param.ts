import { idFromText } from '#contract/ids.ts'

/** No row has this id: an address with a broken one leads to the screen's own 'not found'. */
export const NO_ID = 0

/** `/rating/{id}` and its like: the id as a number. */
export const idParam = {
	parse: ({ id }: { id: string }) => ({ id: idFromText(id) ?? NO_ID }),
	stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}
