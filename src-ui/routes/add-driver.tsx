import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { AddDriverScreen } from '#ui/features/drivers/add-driver/add-driver-screen.tsx'
import { AddDriverSearch } from '#ui/features/drivers/add-driver/add-driver-search.ts'

export const Route = createFileRoute('/add-driver')({
	validateSearch: (search) => v.parse(AddDriverSearch, search),
	component: () => <AddDriverScreen {...Route.useSearch()} />,
})
