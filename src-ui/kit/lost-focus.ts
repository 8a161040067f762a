import { useEffect, useEffectEvent, useRef } from 'react'

type FocusPlace = () => HTMLElement | null | undefined

/**
 * Browsers move a lost focus to the page, so keyboard users would restart at its top. Returns true if the focus was
 * lost.
 */
export function findFocus(place: FocusPlace): boolean {
	if (document.activeElement !== document.body) return false
	place()?.focus({ preventScroll: true })
	return true
}

/** For lists whose rows remove themselves with the pressed button. `place` is the index of the removed row. */
export function useFocusAfterRemoval(
	items: readonly { id: number | string }[],
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
