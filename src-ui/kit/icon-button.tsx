import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { classNames } from './class-names.ts'

export type IconButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'aria-label'> & {
	/** What a screen reader says; also the reason to wrap it in a Tooltip. */
	label: string
	children: ReactNode
	className?: string
}

export function IconButton({ label, children, className, ...props }: IconButtonProps) {
	return (
		<AriaButton {...props} aria-label={label} className={classNames('icon-button', className)}>
			{children}
		</AriaButton>
	)
}
