import { createFileRoute } from '@tanstack/react-router'
import { HostReportsScreen } from '#ui/features/host/reports/reports-screen.tsx'

export const Route = createFileRoute('/host/reports')({ component: HostReportsScreen })
