import { createFileRoute, redirect } from '@tanstack/react-router'
import * as v from 'valibot'
import { PeopleSearch } from '#ui/features/host/people/people-search.ts'

export const Route = createFileRoute('/host/ghosts')({
	validateSearch: (search) => v.parse(PeopleSearch, search),
	beforeLoad: ({ search }) => {
		throw redirect({ to: '/host/people', search: { ...search, show: 'ghosts' }, replace: true })
	},
})
