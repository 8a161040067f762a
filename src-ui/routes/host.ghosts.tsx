import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { HostGhostsScreen } from '#ui/features/host/ghosts/ghosts-screen.tsx'
import { ListSearch } from '#ui/features/host/list-search.ts'

export const Route = createFileRoute('/host/ghosts')({
	validateSearch: (search) => v.parse(ListSearch, search),
	component: () => <HostGhostsScreen {...Route.useSearch()} />,
})
