import { type MouseEvent, useEffect, useRef } from 'react'
import {
	Button as AriaButton,
	type ButtonProps as AriaButtonProps,
	type PressEvent,
} from 'react-aria-components/Button'
import { type ButtonLook, buttonClass } from '#look/class-names.ts'

export type PendingButtonProps = Omit<AriaButtonProps, 'className' | 'isPending'> &
	ButtonLook & { className?: string; isPending: boolean }

/** A button that starts work, and says so while it is under way; a double click starts it once. */
export function PendingButton({
	variant,
	size,
	isBlock,
	className,
	isPending,
	onPress,
	onPressStart,
	children,
	...props
}: PendingButtonProps) {
	const isSecondClick = useRef(false)
	useEffect(() => forgetAnnouncements, [])

	const startPress = (event: PressEvent) => {
		isSecondClick.current = false
		onPressStart?.(event)
	}
	// The second click of a double click can come before isPending does. A form is submitted by the click, not the press.
	const noticeSecondClick = (event: MouseEvent) => {
		isSecondClick.current = event.detail > 1
		if (isSecondClick.current) event.preventDefault()
	}
	const pressOnce = (event: PressEvent) => {
		if (!isSecondClick.current) onPress?.(event)
	}

	return (
		<>
			<AriaButton
				{...props}
				isPending={isPending}
				onPressStart={startPress}
				onPress={pressOnce}
				onClickCapture={noticeSecondClick}
				className={buttonClass({ variant, size, isBlock }, className)}
			>
				{children}
			</AriaButton>
			{/* Enter in the only field of a form would submit past a pending button; a disabled default button stops that. */}
			{isPending && props.type === 'submit' ? <button type="submit" disabled hidden /> : null}
		</>
	)
}

/** React Aria waits a tenth of a second before the first announcement. */
const ANNOUNCED_WITHIN_MS = 150

/**
 * React Aria announces a pending button by its id. Once the button is gone, as after a form that was sent, screen readers
 * would find a picture without a name in its place.
 */
function forgetAnnouncements() {
	setTimeout(() => {
		for (const announced of document.querySelectorAll('[data-live-announcer] [aria-labelledby]')) {
			const ids = announced.getAttribute('aria-labelledby')?.split(' ') ?? []
			if (!ids.some((id) => document.getElementById(id))) announced.remove()
		}
	}, ANNOUNCED_WITHIN_MS)
}
