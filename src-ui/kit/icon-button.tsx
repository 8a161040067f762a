import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { classNames } from '#look/class-names.ts'
import { Tooltip } from './overlays/tooltip.tsx'

export type IconButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'aria-label'> & {
	/** What a screen reader says, and the tooltip those who wait. */
	label: string
	children: ReactNode
	className?: string
}

export function IconButton({ label, children, className, ...props }: IconButtonProps) {
	return (
		<Tooltip content={label}>
			<AriaButton {...props} aria-label={label} className={classNames('icon-button', className)}>
				{children}
			</AriaButton>
		</Tooltip>
	)
}
