import { type ComponentType, useEffect, useState } from 'react'

export type LatePart<Props> = { here: ComponentType<Props> | null; load: () => Promise<ComponentType<Props>> }

const everyPart: { load: () => Promise<unknown> }[] = []

export function latePart<Props>(fetchPart: () => Promise<ComponentType<Props>>): LatePart<Props> {
	const part: LatePart<Props> = {
		here: null,
		load: async () => {
			part.here ??= await fetchPart()
			return part.here
		},
	}
	everyPart.push(part)
	return part
}

/** For tests, which then render without a wait. */
export const loadLateParts = () => Promise.allSettled(everyPart.map(({ load }) => load()))

/**
 * Null until the component is loaded. A failed load is retried at the next use, whereas React.lazy would fail for good.
 */
export function useLatePart<Props>(part: LatePart<Props>, isNeeded: boolean, onMissing?: () => void) {
	const [Component, setComponent] = useState(() => part.here)
	useEffect(() => {
		if (!isNeeded || Component) return
		let isGone = false
		part.load().then(
			(loaded) => isGone || setComponent(() => loaded),
			() => isGone || onMissing?.(),
		)
		return () => {
			isGone = true
		}
	}, [part, isNeeded, Component, onMissing])
	return isNeeded ? Component : null
}
