import * as v from 'valibot'
import { SearchText } from '#ui/platform/search-text.ts'

/** What a list is searched for, kept in its address. A file of its own, as every page loads it. */
export const ListSearch = v.object({ search: SearchText })
