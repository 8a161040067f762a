import { basePath } from './api-client.ts'
import { remember, storedValue } from './storage.ts'

/** Includes the base path, because one origin may host two instances. */
const KEY = `ringOffer${basePath}`

const listeners = new Set<() => void>()
const STATES = ['due', 'answered'] as const

function state() {
	const value = storedValue('localStorage', KEY)
	return STATES.find((one) => one === value) ?? null
}

function know(next: (typeof STATES)[number]) {
	remember('localStorage', KEY, next)
	for (const listener of listeners) listener()
}

/** True from the first notice of a rating until the member answers the push offer. */
export const pushOffer = {
	isDue: () => state() === 'due',
	noteTold() {
		if (state() === null) know('due')
	},
	answer: () => know('answered'),
	subscribe(listener: () => void) {
		listeners.add(listener)
		return () => {
			listeners.delete(listener)
		}
	},
}
