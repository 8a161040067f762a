import { createFileRoute } from '@tanstack/react-router'
import { HostJournalScreen } from '#ui/features/host/journal/journal-screen.tsx'

export const Route = createFileRoute('/host/journal')({ component: HostJournalScreen })
