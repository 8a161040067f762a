import { Outlet, useMatch, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { classNames } from '#look/class-names.ts'
import { SessionNotice } from '#ui/features/sign-in/session/session-notice.tsx'
import { closeToast, closeToastOfEarlierAct } from '#ui/kit/feedback/toast.ts'
import { ToastViewport } from '#ui/kit/feedback/toast-viewport.tsx'
import { loadLateParts } from '#ui/kit/late-part.ts'
import { AppHeader } from './app-header.tsx'

/** The first screen can be used then, also on a slow phone. */
const SHOWN_AFTER_MS = 500
const QUIET_AFTER_MS = 3000

/** Around every screen: header, notices, toasts; and what a new page load would do for people who cannot see it. */
export function AppFrame() {
	const isSplash = useMatch({ from: '/', shouldThrow: false }) !== undefined
	const content = useFocusOnArrival()
	usePreloadScreens()
	useToastsGoWithTheirScreen()
	return (
		<>
			<SkipLink />
			<LoadingLine />
			{isSplash ? null : <AppHeader />}
			{isSplash ? null : <SessionNotice />}
			<div ref={content} tabIndex={-1} className="flex flex-1 flex-col outline-none">
				<Outlet />
			</div>
			<ScreenAnnouncer />
			<ToastViewport />
		</>
	)
}

function SkipLink() {
	return (
		// biome-ignore lint/a11y/useValidAnchor: a place in this page; with JavaScript the router must not see it go
		<a
			href="#main"
			className="button button-primary sticker fixed top-2 left-2 z-50 min-h-11 -translate-y-24 px-4 focus:translate-y-0"
			onClick={(event) => {
				// By hand, as the router would take '#main' for a place to go to.
				event.preventDefault()
				document.getElementById('main')?.focus()
			}}
		>
			Skip to content
		</a>
	)
}

/** On a slow network the old screen stays until the next one is here; this says that the tap was noticed. */
function LoadingLine() {
	const isOnTheWay = useRouterState({ select: ({ status }) => status === 'pending' })
	return (
		<div
			aria-hidden="true"
			className={classNames(
				'pointer-events-none fixed inset-x-0 top-0 z-50 h-1 bg-taxi transition-opacity duration-200',
				isOnTheWay ? 'animate-pulse opacity-100 delay-300' : 'opacity-0',
			)}
		/>
	)
}

function useToastsGoWithTheirScreen() {
	const { history } = useRouter()
	useEffect(() => {
		let path = history.location.pathname
		return history.subscribe(({ location, action }) => {
			if (location.pathname === path) return
			path = location.pathname
			// Back and forward are acts of the browser's own buttons, of which the page sees no tap and no key.
			if (action.type === 'PUSH' || action.type === 'REPLACE') closeToastOfEarlierAct()
			else closeToast()
		})
	}, [history])
}

/**
 * Fetches the code of menus and the like, and then of the other screens, once the first one is shown: a tap in a tunnel, or
 * while the server restarts, then opens the screen and not the browser's own error page.
 */
function usePreloadScreens() {
	const router = useRouter()
	useEffect(() => {
		const timer = setTimeout(() => {
			for (const route of Object.values(router.routesById)) {
				// For very few people.
				if (route.id.startsWith('/host')) continue
				// What does not come now is asked for again when it is needed.
				router.loadRouteChunk(route)?.catch(() => undefined)
			}
		}, QUIET_AFTER_MS)
		return () => clearTimeout(timer)
	}, [router])
	useEffect(() => {
		const timer = setTimeout(loadLateParts, SHOWN_AFTER_MS)
		return () => clearTimeout(timer)
	}, [])
}

/**
 * Gives the ref of the element around the screen. After going somewhere the focus starts there, as on a new page;
 * otherwise it would be nowhere, or still in the header. A screen that focuses something itself has its way.
 */
function useFocusOnArrival() {
	const router = useRouter()
	const content = useRef<HTMLDivElement>(null)
	useEffect(
		() =>
			router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
				if (!fromLocation || !pathChanged || !content.current) return
				if (content.current.contains(document.activeElement)) return
				content.current.focus({ preventScroll: true })
			}),
		[router],
	)
	return content
}

/** Reads the title of each new screen to those who do not see it change. */
function ScreenAnnouncer() {
	const [title, setTitle] = useState('')
	useEffect(() => {
		const first = document.title
		const observer = new MutationObserver(() => {
			// The first title of all is read by the screen reader itself.
			setTitle((before) => (before === '' && document.title === first ? '' : document.title))
		})
		observer.observe(document.head, { childList: true, subtree: true, characterData: true })
		return () => observer.disconnect()
	}, [])
	return (
		<p aria-live="polite" className="sr-only">
			{title}
		</p>
	)
}
