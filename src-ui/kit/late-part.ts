import { type ComponentType, useEffect, useState } from 'react'

type LatePart<Props> = { here: ComponentType<Props> | null; load: () => Promise<ComponentType<Props>> }

const everyPart: { load: () => Promise<unknown> }[] = []

/** A component whose code comes after the first screen. */
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

/** Call once the first screen can be used: the first tap on any of these then finds it here. */
export const loadLateParts = () => Promise.allSettled(everyPart.map(({ load }) => load()))

/**
 * The component, or null until it is here. One that did not come is asked for again the next time that it is needed:
 * React.lazy would fail for good.
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
