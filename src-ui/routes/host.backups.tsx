import { createFileRoute } from '@tanstack/react-router'
import { HostBackupsScreen } from '#ui/features/host/backups/backups-screen.tsx'

export const Route = createFileRoute('/host/backups')({ component: HostBackupsScreen })
