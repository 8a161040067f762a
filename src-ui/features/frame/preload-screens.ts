import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const QUIET_AFTER_MS = 3000

/**
 * Fetches the code of the other screens once the first one stands: a tap in a tunnel, or while the server restarts,
 * then opens the screen and not the browser's own error page.
 */
export function usePreloadScreens() {
	const router = useRouter()
	useEffect(() => {
		const timer = setTimeout(() => {
			for (const route of Object.values(router.routesById)) {
				// What does not come now is asked for again when it is needed.
				router.loadRouteChunk(route)?.catch(() => undefined)
			}
		}, QUIET_AFTER_MS)
		return () => clearTimeout(timer)
	}, [router])
}
