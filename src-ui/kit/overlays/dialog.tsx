import { useState } from 'react'
import { latePart, useLatePart } from '#ui/kit/late-part.ts'
import type { DialogProps } from './dialog-window.tsx'

// React Aria's dialogs are 19 KB with the focus scope, and most visits open none.
const dialogWindow = latePart<DialogProps>(() => import('./dialog-window.tsx').then(({ DialogWindow }) => DialogWindow))

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
