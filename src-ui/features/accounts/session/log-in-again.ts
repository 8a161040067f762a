import { useSyncExternalStore } from 'react'

let isAsked = false
const listeners = new Set<() => void>()

/** Opens (or closes) the dialog that lets a person whose session has ended log in again, over whatever they do. */
export function askToLogInAgain(isAskedNow: boolean) {
	isAsked = isAskedNow
	for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
	listeners.add(listener)
	return () => {
		listeners.delete(listener)
	}
}

export const useIsAskedToLogInAgain = () => useSyncExternalStore(subscribe, () => isAsked)
