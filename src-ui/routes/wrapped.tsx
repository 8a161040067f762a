import { createFileRoute } from '@tanstack/react-router'
import { WrappedScreen } from '#ui/features/receipts/wrapped-screen.tsx'

export const Route = createFileRoute('/wrapped')({ component: WrappedScreen })
