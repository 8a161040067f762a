import { EventEmitter } from 'node:events'

/* Part of the double of Electron (electron-double.ts): its events. */

/** Refuses listeners for anything but `known`: they would wait for ever. */
export class Emitter extends EventEmitter {
	constructor(...known: string[]) {
		super()
		this.on('newListener', (name: string) => {
			if (!known.includes(name)) throw new Error(`The double of Electron knows no event '${name}' here`)
		})
	}
}

/** An event that a listener can prevent. Answers whether one did. */
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
