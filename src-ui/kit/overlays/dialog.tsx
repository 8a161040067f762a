import { type ReactNode, useState } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'

// React Aria's dialogs are 19 KB with the focus scope, and most visits open none.
const dialogWindow = latePart<DialogProps>(() => import('./dialog-window.tsx').then(({ DialogWindow }) => DialogWindow))

export type DialogProps = {
	title: ReactNode
	isOpen: boolean
	onOpenChange: (isOpen: boolean) => void
	children: ReactNode
	/** Closes on a backdrop click; Escape and 'Close' always work. */
	isDismissable?: boolean
	role?: 'dialog' | 'alertdialog'
	/** Leaves the upper part of the page uncovered, with hardly a shade on it. */
	isPageVisible?: boolean
}

export function Dialog(props: DialogProps) {
	const { isOpen, onOpenChange } = props
	// Stays after it is closed, for the transition.
	const [isWanted, setIsWanted] = useState(isOpen)
	if (isOpen && !isWanted) setIsWanted(true)
	const DialogWindow = useLatePart(dialogWindow, isWanted, () => {
		setIsWanted(false)
		onOpenChange(false)
	})
	return DialogWindow ? <DialogWindow {...props} /> : null
}
