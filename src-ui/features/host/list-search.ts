import * as v from 'valibot'

/** `?search=7`: the router reads a number. */
const Text = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))

/** What a list is searched for, kept in its address. A file of its own, as every page loads it. */
export const ListSearch = v.object({ search: v.fallback(v.optional(Text), undefined) })
