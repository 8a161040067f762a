import { createFileRoute } from '@tanstack/react-router'
import { HomeScreen } from '#ui/features/drivers/home-screen.tsx'

export const Route = createFileRoute('/home')({ component: HomeScreen })
