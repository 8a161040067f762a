import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { HostPeopleScreen } from '#ui/features/host/people/people-screen.tsx'

/** `?search=7`: the router reads a number. */
const Text = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String))
const PeopleSearch = v.object({ search: v.fallback(v.optional(Text), undefined) })

export const Route = createFileRoute('/host/people')({
	validateSearch: (search) => v.parse(PeopleSearch, search),
	component: () => <HostPeopleScreen {...Route.useSearch()} />,
})
