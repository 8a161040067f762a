import { type PointerEvent, useRef } from 'react'

const thresholdPx = 50

/** Lets a finger or mouse push something off to the right. Spread the result on the element. */
export function useSwipeRight(onSwiped: () => void) {
	const startX = useRef<number | null>(null)

	const move = (element: HTMLElement, x: number) => {
		element.style.transform = x > 0 ? `translateX(${x}px)` : ''
		element.style.opacity = x > 0 ? String(Math.max(0.2, 1 - x / 300)) : ''
	}

	return {
		onPointerDown: (event: PointerEvent<HTMLElement>) => {
			const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
			startX.current = isOnButton || event.button !== 0 ? null : event.clientX
		},
		onPointerMove: (event: PointerEvent<HTMLElement>) => {
			if (startX.current === null) return
			const x = event.clientX - startX.current
			// Only once it moves: capturing at once would swallow text selection and plain clicks.
			if (x > 5 && !event.currentTarget.hasPointerCapture?.(event.pointerId))
				event.currentTarget.setPointerCapture?.(event.pointerId)
			move(event.currentTarget, x)
		},
		onPointerUp: (event: PointerEvent<HTMLElement>) => {
			if (startX.current === null) return
			const x = event.clientX - startX.current
			startX.current = null
			if (x >= thresholdPx) onSwiped()
			else move(event.currentTarget, 0)
		},
		onPointerCancel: (event: PointerEvent<HTMLElement>) => {
			startX.current = null
			move(event.currentTarget, 0)
		},
	}
}
