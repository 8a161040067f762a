import { createFileRoute } from '@tanstack/react-router'
import { MyVerdictsScreen } from '#ui/features/ratings/my-verdicts-screen.tsx'

// The screen asks for its list itself: every page would load the code of a loader, and few people open this one.
export const Route = createFileRoute('/verdicts')({ component: MyVerdictsScreen })
