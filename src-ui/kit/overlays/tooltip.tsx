import { type FocusEvent, type PointerEvent, useRef, useState } from 'react'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { TooltipBubbleProps } from './tooltip-bubble.tsx'

const tooltipBubble = latePart<TooltipBubbleProps>(() =>
	import('./tooltip-bubble.tsx').then(({ TooltipBubble }) => TooltipBubble),
)

/**
 * Shows an element's name on hover or keyboard focus. Spread `trigger` on the element and render `tooltip` next to it.
 * Timing is React Aria's; the bubble's code loads at first use.
 */
export function useTooltip(words: string) {
	const state = useTooltipTriggerState({ delay: 700, closeDelay: 300 })
	const element = useRef<HTMLElement | null>(null)
	const isPointedAt = useRef(false)
	const [isWanted, setIsWanted] = useState(false)
	const TooltipBubble = useLatePart(tooltipBubble, isWanted)

	const open = (trigger: HTMLElement, isAtOnce: boolean) => {
		element.current = trigger
		setIsWanted(true)
		state.open(isAtOnce)
	}
	const close = () => state.close(true)

	const trigger = {
		// Not on pointerenter: an element that moves under a resting mouse is not hovered on purpose.
		onPointerMove: ({ pointerType, currentTarget }: PointerEvent<HTMLElement>) => {
			if (pointerType === 'touch' || isPointedAt.current) return
			isPointedAt.current = true
			open(currentTarget, false)
		},
		onPointerLeave: () => {
			isPointedAt.current = false
			state.close()
		},
		onFocus: ({ currentTarget }: FocusEvent<HTMLElement>) => {
			if (currentTarget.matches(':focus-visible')) open(currentTarget, true)
		},
		onBlur: close,
		onPointerDown: close,
		onKeyDown: close,
	}
	return {
		trigger,
		tooltip: TooltipBubble ? (
			<TooltipBubble state={state} triggerRef={element}>
				{words}
			</TooltipBubble>
		) : null,
	}
}
