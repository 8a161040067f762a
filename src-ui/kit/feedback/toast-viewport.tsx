import { useEffect, useSyncExternalStore } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { closeComplaint, countAct, toasts } from './toast.ts'

// React Aria's toast region is 5 KB, loaded with the first toast (decision 28).
const toastRegion = latePart<object>(() => import('./toast-region.tsx').then(({ ToastRegion }) => ToastRegion))

export function ToastViewport() {
	const isUp = useSyncExternalStore(subscribe, () => toasts.visibleToasts.length > 0)
	const ToastRegion = useLatePart(toastRegion, isUp, takeDown)
	useEffect(() => {
		const listeners = [
			...(['pointerdown', 'keydown'] as const).map((type) => [type, countAct] as const),
			...(['input', 'submit'] as const).map((type) => [type, closeComplaint] as const),
		]
		// Capturing, so that it runs before handlers that raise a toast or open a screen.
		for (const [type, listener] of listeners) window.addEventListener(type, listener, { capture: true })
		return () => {
			for (const [type, listener] of listeners) window.removeEventListener(type, listener, { capture: true })
		}
	}, [])
	return ToastRegion ? <ToastRegion /> : null
}

const subscribe = (onChange: () => void) => toasts.subscribe(onChange)

/** If the region cannot load, StandingComplaint still shows the text. */
const takeDown = () => toasts.clear()
