import { createFileRoute, redirect } from '@tanstack/react-router'
import { SplashScreen } from '#ui/features/frame/splash-screen.tsx'

declare module '@tanstack/history' {
	interface HistoryState {
		/** Set after a form, where people have already seen the logo. */
		skipsSplash?: true
	}
}

export const Route = createFileRoute('/')({
	beforeLoad: ({ location }) => {
		if (location.state.skipsSplash) throw redirect({ to: '/home', replace: true })
	},
	component: SplashScreen,
})
