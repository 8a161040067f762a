import { searchText } from '#ui/platform/search-text.ts'

const TABS = ['find', 'new'] as const
export type AddDriverTab = (typeof TABS)[number]
export type AddDriverSearch = { tab?: AddDriverTab | undefined; name?: string | undefined }

/**
 * `/add-driver?tab=new`: the tab survives a reload. `name` is the name searched for on another screen. A separate file
 * because every page loads it, while the screen is lazy.
 */
export const addDriverSearch = ({ tab, name }: Record<string, unknown>): AddDriverSearch => ({
	tab: TABS.find((one) => one === tab),
	name: searchText(name),
})
