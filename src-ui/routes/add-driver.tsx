import { createFileRoute } from '@tanstack/react-router'
import { AddDriverScreen } from '#ui/features/drivers/add-driver-screen.tsx'

export const Route = createFileRoute('/add-driver')({ component: AddDriverScreen })
