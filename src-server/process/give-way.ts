import { constants, setPriority } from 'node:os'

/** This process becomes one of lower priority: those who ask the server for something come first. */
export function giveWay() {
	try {
		setPriority(constants.priority.PRIORITY_LOW)
	} catch {
		// A service may not be allowed to; then it has the same priority.
	}
}
