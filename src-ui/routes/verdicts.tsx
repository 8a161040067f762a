import { createFileRoute } from '@tanstack/react-router'
import { MyVerdictsScreen } from '#ui/features/ratings/my-verdicts-screen.tsx'

// No loader, because its code would be in every page's bundle, and few people open this screen.
export const Route = createFileRoute('/verdicts')({ component: MyVerdictsScreen })
