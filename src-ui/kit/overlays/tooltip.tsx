import { type FocusEvent, type PointerEvent, useRef, useState } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { TooltipBubbleProps, TooltipWish } from './tooltip-bubble.tsx'

const tooltipBubble = latePart<TooltipBubbleProps>(() =>
	import('./tooltip-bubble.tsx').then(({ TooltipBubble }) => TooltipBubble),
)

/**
 * Shows an element's name on hover or keyboard focus. Spread `trigger` on the element and render `tooltip` next to it.
 * The bubble's code, with React Aria's timing, loads at first use.
 */
export function useTooltip(words: string) {
	const element = useRef<HTMLElement | null>(null)
	const isPointedAt = useRef(false)
	/** Null until a tooltip was first wanted. */
	const [wish, setWish] = useState<TooltipWish | null>(null)
	const TooltipBubble = useLatePart(tooltipBubble, wish !== null)

	const open = (trigger: HTMLElement, isAtOnce: boolean) => {
		element.current = trigger
		setWish({ isOpen: true, isAtOnce })
	}
	const close = (isAtOnce: boolean) =>
		setWish((before) => (before && (before.isOpen || isAtOnce) ? { isOpen: false, isAtOnce } : before))
	const closeAtOnce = () => close(true)

	const trigger = {
		// Not on pointerenter: an element that moves under a resting mouse is not hovered on purpose.
		onPointerMove: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
			if (pointerType === 'touch' || isPointedAt.current) return
			isPointedAt.current = true
			open(currentTarget, false)
		},
		onPointerLeave: () => {
			isPointedAt.current = false
			close(false)
		},
		onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
			if (currentTarget.matches(':focus-visible')) open(currentTarget, true)
		},
		onBlur: closeAtOnce,
		onPointerDown: closeAtOnce,
		onKeyDown: closeAtOnce,
	}
	return {
		trigger,
		tooltip: TooltipBubble && wish && (
			<TooltipBubble wish={wish} triggerRef={element}>
				{words}
			</TooltipBubble>
		),
	}
}
