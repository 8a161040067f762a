import { searchText } from '#ui/platform/search-text.ts'

export type PeopleSearch = { search?: string | undefined; show?: 'ghosts' | undefined }

/** State of the list, kept in the URL. A separate file because every page loads it. */
export const peopleSearch = ({ search, show }: Record<string, unknown>): PeopleSearch => ({
	search: searchText(search),
	show: show === 'ghosts' ? show : undefined,
})
