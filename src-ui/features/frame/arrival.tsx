import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'

/**
 * Gives the ref of the element around the screen. After going somewhere the focus starts there, as on a new page;
 * otherwise it would be nowhere, or still in the header. A screen that focuses something itself has its way.
 */
export function useFocusOnArrival() {
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
export function ScreenAnnouncer() {
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
