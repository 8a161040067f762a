import * as v from 'valibot'

/** `/add-driver?tab=new`: the chosen tab survives a reload. */
export const AddDriverSearch = v.object({
	tab: v.fallback(v.optional(v.picklist(['find', 'new'])), undefined),
})
export type AddDriverTab = NonNullable<v.InferOutput<typeof AddDriverSearch>['tab']>
