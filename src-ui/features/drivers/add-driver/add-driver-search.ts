import * as v from 'valibot'

/** `/add-driver?tab=new`: the chosen tab survives a reload. A file of its own, as every page loads it, and the screen is loaded later. */
export const AddDriverSearch = v.object({
	tab: v.fallback(v.optional(v.picklist(['find', 'new'])), undefined),
})
export type AddDriverTab = NonNullable<v.InferOutput<typeof AddDriverSearch>['tab']>
