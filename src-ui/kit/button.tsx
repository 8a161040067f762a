import { type MouseEvent, useRef } from 'react'
import {
	Button as AriaButton,
	type ButtonProps as AriaButtonProps,
	type PressEvent,
} from 'react-aria-components/Button'
import { type ButtonLook, buttonClass } from './button-look.ts'

export type ButtonProps = Omit<AriaButtonProps, 'className'> & ButtonLook & { className?: string }

/** A second press this soon is a double click on a button that starts work; isPending has not arrived yet. */
const doubleClickMs = 500

export function Button({ variant, size, isBlock, className, isPending, onPress, children, ...props }: ButtonProps) {
	const startsWork = isPending !== undefined
	const lastClick = useRef(Number.NEGATIVE_INFINITY)
	const lastPress = useRef(Number.NEGATIVE_INFINITY)

	const isRepeated = (last: { current: number }) => {
		if (!startsWork) return false
		const now = performance.now()
		const isRepeat = now - last.current < doubleClickMs
		if (!isRepeat) last.current = now
		return isRepeat
	}
	// A form is submitted by the click, not by the press.
	const stopRepeatedClick = (event: MouseEvent) => {
		if (isRepeated(lastClick)) event.preventDefault()
	}
	const pressOnce = (event: PressEvent) => {
		if (!isRepeated(lastPress)) onPress?.(event)
	}

	return (
		<>
			<AriaButton
				{...props}
				isPending={isPending}
				onPress={pressOnce}
				onClickCapture={stopRepeatedClick}
				className={buttonClass({ variant, size, isBlock }, className)}
			>
				{children}
			</AriaButton>
			{/* Enter in the only field of a form would submit past a pending button; a disabled default button stops that. */}
			{isPending && props.type === 'submit' ? <button type="submit" disabled hidden /> : null}
		</>
	)
}
