import { createFileRoute } from '@tanstack/react-router'
import { HostOverviewScreen } from '#ui/features/host/overview/overview-screen.tsx'

export const Route = createFileRoute('/host/')({ component: HostOverviewScreen })
