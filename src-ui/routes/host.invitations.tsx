import { createFileRoute } from '@tanstack/react-router'
import { HostInvitationsScreen } from '#ui/features/host/invitations/invitations-screen.tsx'

export const Route = createFileRoute('/host/invitations')({ component: HostInvitationsScreen })
