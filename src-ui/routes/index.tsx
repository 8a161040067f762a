import { createFileRoute } from '@tanstack/react-router'
import { SplashScreen } from '#ui/features/frame/splash-screen.tsx'

export const Route = createFileRoute('/')({ component: SplashScreen })
