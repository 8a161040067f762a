import type { ReactNode } from 'react'
import { buttonClass } from '#look/button-class.ts'

type ButtonProps = {
	children: ReactNode
	isPrimary?: boolean
	/** Something is being done, or there is nothing to do. It keeps the focus, so that the keyboard stays where it was. */
	isOff?: boolean
	/** Without it the button sends its form. */
	onPress?: () => void
}

export function Button({ children, isPrimary, isOff, onPress }: ButtonProps) {
	return (
		<button
			type={onPress ? 'button' : 'submit'}
			className={buttonClass({ variant: isPrimary ? 'primary' : 'secondary' })}
			aria-disabled={isOff ? true : undefined}
			data-disabled={isOff ? true : undefined}
			onClick={(event) => {
				if (isOff) event.preventDefault()
				else onPress?.()
			}}
		>
			{children}
		</button>
	)
}
