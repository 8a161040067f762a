import type { ReactNode } from 'react'
import { buttonClass } from '#look/button-class.ts'

type ButtonProps = {
	children: ReactNode
	isPrimary?: boolean
	/** Something is being done, or there is nothing to do. It keeps the focus, so that the keyboard stays where it was. */
	isDisabled?: boolean
	/** Without it the button sends its form. */
	onPress?: () => void
}

export function Button({ children, isPrimary, isDisabled, onPress }: ButtonProps) {
	return (
		<button
			type={onPress ? 'button' : 'submit'}
			className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}
			aria-disabled={isDisabled ? true : undefined}
			data-disabled={isDisabled ? true : undefined}
			onClick={(event) => {
				if (isDisabled) event.preventDefault()
				else onPress?.()
			}}
		>
			{children}
		</button>
	)
}
