import type { ReactNode } from 'react'
import { classNames } from '#look/class-names.ts'
import { PlainButton, type PlainButtonProps } from './button.tsx'
import { useTooltip } from './overlays/tooltip.tsx'

export type IconButtonProps = Omit<PlainButtonProps, 'children' | 'aria-label'> & {
	/** What a screen reader says, and the tooltip those who wait. */
	label: string
	children: ReactNode
}

export function IconButton({ label, children, className, onFocus, onKeyDown, ...props }: IconButtonProps) {
	const { trigger, tooltip } = useTooltip(label)
	return (
		<>
			<PlainButton
				{...trigger}
				{...props}
				onFocus={(event) => {
					trigger.onFocus(event)
					onFocus?.(event)
				}}
				onKeyDown={(event) => {
					trigger.onKeyDown()
					onKeyDown?.(event)
				}}
				aria-label={label}
				className={classNames('icon-button', className)}
			>
				{children}
			</PlainButton>
			{tooltip}
		</>
	)
}
