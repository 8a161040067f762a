import { EventEmitter } from 'node:events'

/* Part of the fake Electron (electron-double.ts): its events. */

/** Throws if a listener is added for an event that is not `known`, because it would never fire. */
export class Emitter extends EventEmitter {
	constructor(...known: string[]) {
		super()
		this.on('newListener', (name: string) => {
			if (!known.includes(name)) throw new Error(`The double of Electron knows no event '${name}' here`)
		})
	}
}

/** Emits an event that listeners can prevent. Returns true if one did. */
export function isPrevented(emitter: Emitter, name: string, details: object = {}, ...args: unknown[]): boolean {
	const event = {
		...details,
		defaultPrevented: false,
		preventDefault() {
			event.defaultPrevented = true
		},
	}
	emitter.emit(name, event, ...args)
	return event.defaultPrevented
}
