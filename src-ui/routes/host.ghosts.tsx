import { createFileRoute, redirect } from '@tanstack/react-router'
import { peopleSearch } from '#ui/features/host/people/people-search.ts'

export const Route = createFileRoute('/host/ghosts')({
	validateSearch: peopleSearch,
	beforeLoad: ({ search }) => {
		throw redirect({ to: '/host/people', search: { ...search, show: 'ghosts' }, replace: true })
	},
})
