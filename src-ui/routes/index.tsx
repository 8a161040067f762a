import { createFileRoute, redirect } from '@tanstack/react-router'
import { SplashScreen } from '#ui/features/frame/splash-screen.tsx'

declare module '@tanstack/history' {
	interface HistoryState {
		/** Whoever comes from a form has seen the logo, and waits for what comes next. */
		skipsSplash?: true
	}
}

export const Route = createFileRoute('/')({
	beforeLoad: ({ location }) => {
		if (location.state.skipsSplash) throw redirect({ to: '/home', replace: true })
	},
	component: SplashScreen,
})
