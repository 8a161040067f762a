import { createFileRoute } from '@tanstack/react-router'
import { CallbackScreen } from '#ui/features/sign-in/oidc/callback-screen.tsx'

export const Route = createFileRoute('/oidc/callback')({ component: CallbackScreen })
