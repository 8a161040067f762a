import { useEffect, useEffectEvent, useRef } from 'react'

/** Where the focus goes when what had it has left the page. */
type FocusPlace = () => HTMLElement | null | undefined

/** A browser gives a focus that is lost to the page, where keyboards and screen readers begin anew. Says whether it was. */
export function findFocus(place: FocusPlace): boolean {
	if (document.activeElement !== document.body) return false
	place()?.focus({ preventScroll: true })
	return true
}

/** For a list in which an act takes its row away, and the button that was pressed with it. `place`: of the row that went. */
export function useFocusAfterRemoval(
	items: readonly { id: number }[],
	placeOf: (place: number) => ReturnType<FocusPlace>,
) {
	const before = useRef(items)
	const keepFocus = useEffectEvent(() => {
		const ids = new Set(items.map(({ id }) => id))
		const gone = before.current.findIndex(({ id }) => !ids.has(id))
		before.current = items
		if (gone >= 0) findFocus(() => placeOf(gone))
	})
	// biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that takes a row away
	useEffect(() => keepFocus(), [items])
}
