import { type ReactNode, type RefObject, useEffect } from 'react'
import { Tooltip, TooltipTriggerStateContext } from 'react-aria-components/Tooltip'
import type { TooltipTriggerState } from 'react-stately/useTooltipTriggerState'

export type TooltipBubbleProps = {
	state: TooltipTriggerState
	triggerRef: RefObject<HTMLElement | null>
	children: ReactNode
}

export function TooltipBubble({ state, triggerRef, children }: TooltipBubbleProps) {
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
