/** Makes a value at its first use, so that a start does not wait for what no request needs. */
export function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined
	return () => {
		made ??= { value: make() }
		return made.value
	}
}
