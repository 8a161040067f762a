/**
 * A map of at most `max` entries. A new entry displaces the one that was set longest ago; reading does not renew an
 * entry.
 */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
	readonly #max: number

	constructor(max: number) {
		super()
		this.#max = max
	}

	override set(key: Key, value: Value): this {
		this.delete(key)
		super.set(key, value)
		if (this.size > this.#max) for (const oldest of this.keys()) if (this.delete(oldest)) break
		return this
	}
}

/** Texts that were added within the last `ms`, at most `max` of them. */
export function recentTexts(max: number, ms: number, now = () => performance.now()) {
	const addedAt = new BoundedMap<string, number>(max)
	return {
		add: (text: string) => void addedAt.set(text, now()),
		has: (text: string) => now() - (addedAt.get(text) ?? Number.NEGATIVE_INFINITY) < ms,
	}
}
