import { useState } from 'react'
import { type LatePart, useLatePart } from '#ui/kit/late-part.ts'

export type DialogState = { isOpen: boolean; onOpenChange: (isOpen: boolean) => void }

/**
 * A dialog whose code is fetched as pointer or focus come near its button. Spread `trigger` on
 * the button, and render `Dialog` with `state`.
 */
export function useLateDialog<Props extends DialogState>(part: LatePart<Props>) {
	const [isOpen, onOpenChange] = useState(false)
	const [isWanted, setIsWanted] = useState(false)
	const Dialog = useLatePart(part, isWanted, () => setIsWanted(false))
	const fetchPart = () => void part.load().catch(() => undefined)
	const trigger = {
		'aria-haspopup': 'dialog',
		onPointerEnter: fetchPart,
		onFocus: fetchPart,
		onPress: () => {
			setIsWanted(true)
			onOpenChange(true)
		},
	} as const
	return { Dialog, state: { isOpen, onOpenChange }, trigger }
}
