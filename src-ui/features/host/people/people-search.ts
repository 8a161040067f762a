import * as v from 'valibot'
import { SearchText } from '#ui/platform/search-text.ts'

/** State of the list, kept in the URL. A separate file because every page loads it. */
export const PeopleSearch = v.object({
	search: SearchText,
	show: v.fallback(v.optional(v.literal('ghosts')), undefined),
})
export type PeopleSearch = v.InferOutput<typeof PeopleSearch>
