import { createFileRoute } from '@tanstack/react-router'
import { HostPeopleScreen } from '#ui/features/host/people/people-screen.tsx'
import { peopleSearch } from '#ui/features/host/people/people-search.ts'

export const Route = createFileRoute('/host/people')({
	validateSearch: peopleSearch,
	component: () => <HostPeopleScreen {...Route.useSearch()} />,
})
