import { Outlet, useMatch, useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { skipToContent } from '#contract/first-words/frame.ts'
import { classNames } from '#look/class-names.ts'
import { SessionNotice } from '#ui/features/sign-in/session/session-notice.tsx'
import { closeToast, closeToastOfEarlierAct } from '#ui/kit/feedback/toast.ts'
import { ToastViewport } from '#ui/kit/feedback/toast-viewport.tsx'
import { AppHeader } from './app-header.tsx'

/**
 * Wraps every screen: header, notices and toasts, and the announcements that a full page load would give screen-reader
 * users.
 */
export function AppFrame() {
	const isSplash = useMatch({ from: '/', shouldThrow: false }) !== undefined
	const content = useFocusOnArrival()
	useToastsGoWithTheirScreen()
	return (
		<>
			<SkipLink />
			<LoadingLine />
			{isSplash ? null : <AppHeader />}
			{isSplash ? null : <SessionNotice />}
			{/* Its own element for the splash: home would count as having moved down by the height of the header. */}
			<div key={isSplash ? 'splash' : 'screen'} ref={content} tabIndex={-1} className="screen-place">
				<Outlet />
			</div>
			<ScreenAnnouncer />
			<ToastViewport />
		</>
	)
}

function SkipLink() {
	return (
		// biome-ignore lint/a11y/useValidAnchor: a real in-page link; with JavaScript the router must not handle it
		<a
			href="#main"
			className="button button-primary sticker skip-link"
			onClick={(event) => {
				// Focuses manually, because the router would treat '#main' as a route.
				event.preventDefault()
				document.getElementById('main')?.focus()
			}}
		>
			{skipToContent()}
		</a>
	)
}

/** On a slow network the old screen stays until the next one loads; this line confirms the tap. */
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
			// The page sees no tap or key for back and forward, which are browser buttons.
			if (action.type === 'PUSH' || action.type === 'REPLACE') closeToastOfEarlierAct()
			else closeToast()
		})
	}, [history])
}

/**
 * Returns the ref of the element around the screen. Navigation moves focus there, as a page load would; otherwise focus
 * would be lost or stay in the header. A screen that sets focus itself wins.
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

function ScreenAnnouncer() {
	const [title, setTitle] = useState('')
	useEffect(() => {
		const first = document.title
		const observer = new MutationObserver(() => {
			// Screen readers announce the first title themselves.
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
