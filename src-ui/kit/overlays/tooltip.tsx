import type { ReactNode } from 'react'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'

export type TooltipProps = {
	content: ReactNode
	/** A kit Button, IconButton or link. */
	children: ReactNode
}

export function Tooltip({ content, children }: TooltipProps) {
	return (
		<TooltipTrigger delay={700} closeDelay={300}>
			{children}
			<AriaTooltip placement="top" offset={4} className="tooltip">
				{content}
			</AriaTooltip>
		</TooltipTrigger>
	)
}
