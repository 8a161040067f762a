import { useEffect, useSyncExternalStore } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import { closeComplaint, countAct, toasts } from './toast.ts'

// React Aria's region, landmarks and stickers: 5 KB that wait for the first toast (decision 28).
const toastRegion = latePart<object>(() => import('./toast-region.tsx').then(({ ToastRegion }) => ToastRegion))

/** Once, at the root. */
export function ToastViewport() {
	const isUp = useSyncExternalStore(subscribe, () => toasts.visibleToasts.length > 0)
	const ToastRegion = useLatePart(toastRegion, isUp, takeDown)
	useEffect(() => {
		const listeners = [
			...(['pointerdown', 'keydown'] as const).map((type) => [type, countAct] as const),
			// Changing what was refused, or sending it again.
			...(['input', 'submit'] as const).map((type) => [type, closeComplaint] as const),
		]
		// Before anybody else hears of it: what it sets off may raise a toast, or open a screen.
		for (const [type, listener] of listeners) window.addEventListener(type, listener, { capture: true })
		return () => {
			for (const [type, listener] of listeners) window.removeEventListener(type, listener, { capture: true })
		}
	}, [])
	return ToastRegion ? <ToastRegion /> : null
}

const subscribe = (onChange: () => void) => toasts.subscribe(onChange)

/** What it would have said stands on the screen all the same. */
const takeDown = () => toasts.clear()
