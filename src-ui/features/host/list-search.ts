import * as v from 'valibot'
import { SearchText } from '#ui/platform/search-text.ts'

/** Search text, kept in the URL. A separate file because every page loads it. */
export const ListSearch = v.object({ search: SearchText })
