import { type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import { useTooltipTriggerState } from 'react-stately/useTooltipTriggerState'

/** Unless `isAtOnce`, React Aria's delays apply. The bubble acts on each new object, even an equal one. */
export type TooltipWish = { isOpen: boolean; isAtOnce: boolean }

export type TooltipBubbleProps = {
	wish: TooltipWish
	triggerRef: RefObject<HTMLElement | null>
	children: ReactNode
}

export function TooltipBubble({ wish, triggerRef, children }: TooltipBubbleProps) {
	const state = useTooltipTriggerState({ delay: 700, closeDelay: 300 })
	const fulfil = useEffectEvent(({ isOpen, isAtOnce }: TooltipWish) =>
		isOpen ? state.open(isAtOnce) : state.close(isAtOnce),
	)
	useEffect(() => fulfil(wish), [wish])
	useEffect(() => {
		if (!state.isOpen) return
		const closeOnEscape = (event: KeyboardEvent) => {
			if (event.key !== 'Escape') return
			// Escape must not also close the dialog around it.
			event.stopPropagation()
			state.close(true)
		}
		document.addEventListener('keydown', closeOnEscape, true)
		return () => document.removeEventListener('keydown', closeOnEscape, true)
	}, [state])
	return (
		<TooltipTriggerStateContext value={state}>
			<Tooltip triggerRef={triggerRef} placement="top" offset={4} className="tooltip">
				{children}
			</Tooltip>
		</TooltipTriggerStateContext>
	)
}
