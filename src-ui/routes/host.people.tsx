import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ListSearch } from '#ui/features/host/list-search.ts'
import { HostPeopleScreen } from '#ui/features/host/people/people-screen.tsx'

export const Route = createFileRoute('/host/people')({
	validateSearch: (search) => v.parse(ListSearch, search),
	component: () => <HostPeopleScreen {...Route.useSearch()} />,
})
