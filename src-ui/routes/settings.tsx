import { createFileRoute } from '@tanstack/react-router'
import { SettingsScreen } from '#ui/features/own-account/settings-screen.tsx'

export const Route = createFileRoute('/settings')({ component: SettingsScreen })
