import * as v from 'valibot'
import { basePath } from './api-client.ts'
import { remember, remembered } from './storage.ts'

/** Two instances may live below one origin, and each asks for itself. */
const KEY = `ringOffer${basePath}`

const listeners = new Set<() => void>()
const state = () => remembered('localStorage', KEY, v.picklist(['due', 'answered']))

function know(next: 'due' | 'answered') {
	remember('localStorage', KEY, next)
	for (const listener of listeners) listener()
}

/** Whether this browser asks the member if it should ring: once they have been told of a rating, until they have answered. */
export const pushOffer = {
	isDue: () => state() === 'due',
	noteTold() {
		if (state() === null) know('due')
	},
	answer: () => know('answered'),
	/** The form that React's useSyncExternalStore takes. */
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	},
}
