import * as v from 'valibot'
import { SearchText } from '#ui/platform/search-text.ts'

/**
 * `/add-driver?tab=new`: the chosen tab survives a reload. `name` is what was looked for elsewhere. A file of its own, as every
 * page loads it, and the screen is loaded later.
 */
export const AddDriverSearch = v.object({
	tab: v.fallback(v.optional(v.picklist(['find', 'new'])), undefined),
	name: SearchText,
})
export type AddDriverSearch = v.InferOutput<typeof AddDriverSearch>
export type AddDriverTab = NonNullable<AddDriverSearch['tab']>
