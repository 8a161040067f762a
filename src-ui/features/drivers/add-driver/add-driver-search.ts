import * as v from 'valibot'
import { SearchText } from '#ui/platform/search-text.ts'

/**
 * `/add-driver?tab=new`: the tab survives a reload. `name` is the name searched for on another screen. A separate file
 * because every page loads it, while the screen is lazy.
 */
export const AddDriverSearch = v.object({
	tab: v.fallback(v.optional(v.picklist(['find', 'new'])), undefined),
	name: SearchText,
})
export type AddDriverSearch = v.InferOutput<typeof AddDriverSearch>
export type AddDriverTab = NonNullable<AddDriverSearch['tab']>
