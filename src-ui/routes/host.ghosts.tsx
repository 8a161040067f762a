import { createFileRoute } from '@tanstack/react-router'
import { HostGhostsScreen } from '#ui/features/host/ghosts/ghosts-screen.tsx'

export const Route = createFileRoute('/host/ghosts')({ component: HostGhostsScreen })
