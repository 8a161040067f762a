import { createFileRoute } from '@tanstack/react-router'
import { HostPeopleScreen } from '#ui/features/host/people/people-screen.tsx'

export const Route = createFileRoute('/host/people')({ component: HostPeopleScreen })
