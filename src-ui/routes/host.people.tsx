import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { HostPeopleScreen } from '#ui/features/host/people/people-screen.tsx'
import { PeopleSearch } from '#ui/features/host/people/people-search.ts'

export const Route = createFileRoute('/host/people')({
	validateSearch: (search) => v.parse(PeopleSearch, search),
	component: () => <HostPeopleScreen {...Route.useSearch()} />,
})
