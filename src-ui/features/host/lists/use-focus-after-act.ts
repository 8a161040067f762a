import { useEffect, useRef } from 'react'

/**
 * After an act the button that was pressed may be gone from the list, and the focus with it: then it goes to the list.
 * `items`: what the list shows.
 */
export function useFocusAfterAct(items: unknown) {
	const list = useRef<HTMLElement>(null)
	const hasActed = useRef(false)
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that takes a button away
	useEffect(() => {
		if (!hasActed.current || document.activeElement !== document.body) return
		hasActed.current = false
		list.current?.focus({ preventScroll: true })
	}, [items])
	return {
		/** For the list, which takes the focus by `tabIndex={-1}`. */
		list,
		noteAct: () => {
			hasActed.current = true
		},
	}
}
