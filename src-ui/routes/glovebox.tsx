import { createFileRoute } from '@tanstack/react-router'
import { GloveboxScreen } from '#ui/features/glovebox/glovebox-screen.tsx'

export const Route = createFileRoute('/glovebox')({ component: GloveboxScreen })
