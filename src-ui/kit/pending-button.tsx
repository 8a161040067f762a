import { type MouseEvent, type Ref, useEffect, useRef } from 'react'
import {
	Button as AriaButton,
	type ButtonProps as AriaButtonProps,
	type PressEvent,
} from 'react-aria-components/Button'
import { type ButtonLook, buttonClass } from '#look/class-names.ts'

export type PendingButtonProps = Omit<AriaButtonProps, 'className' | 'isPending'> &
	ButtonLook & { className?: string; isPending: boolean; ref?: Ref<HTMLButtonElement> }

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
	// A second click can come before isPending is rendered. Handles click events, because a form submits on click and
	// not on React Aria's press.
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
			{/* Enter in a form's only field would submit despite a pending button; a disabled default button prevents that. */}
			{isPending && props.type === 'submit' ? <button type="submit" disabled hidden /> : null}
		</>
	)
}

/** React Aria delays its first announcement by 100 ms. */
const ANNOUNCED_WITHIN_MS = 150

/**
 * React Aria announces a pending button by its id. After the button is unmounted, screen readers would find an unnamed
 * image there.
 */
function forgetAnnouncements() {
	setTimeout(() => {
		for (const announced of document.querySelectorAll('[data-live-announcer] [aria-labelledby]')) {
			const ids = announced.getAttribute('aria-labelledby')?.split(' ') ?? []
			if (!ids.some((id) => document.getElementById(id))) announced.remove()
		}
	}, ANNOUNCED_WITHIN_MS)
}
