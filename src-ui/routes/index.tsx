import { createFileRoute } from '@tanstack/react-router'
import { SplashScreen } from '#ui/features/shell/splash-screen.tsx'

export const Route = createFileRoute('/')({ component: SplashScreen })
