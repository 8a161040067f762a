import { createFileRoute } from '@tanstack/react-router'
import { AddDriverScreen } from '#ui/features/drivers/add-driver/add-driver-screen.tsx'
import { addDriverSearch } from '#ui/features/drivers/add-driver/add-driver-search.ts'

export const Route = createFileRoute('/add-driver')({
	validateSearch: addDriverSearch,
	component: () => <AddDriverScreen {...Route.useSearch()} />,
})
