import { createFileRoute } from '@tanstack/react-router'
import { NewTripScreen } from '#ui/features/trips/new-trip-screen.tsx'

export const Route = createFileRoute('/trip/new')({ component: NewTripScreen })
