/** The CBOR types that authenticators use: integers, text, bytes, lists and maps. */
export type Cbor = number | string | boolean | Uint8Array | readonly Cbor[] | Map<number | string, Cbor>

export function cbor(value: Cbor): Buffer {
	if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4)
	if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
	if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
	if (value instanceof Uint8Array) return Buffer.concat([head(2, value.byteLength), value])
	if (value instanceof Map)
		return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, entry]) => [cbor(key), cbor(entry)])])
	return Buffer.concat([head(4, value.length), ...value.map(cbor)])
}

function head(kind: number, size: number): Buffer {
	if (size < 24) return Buffer.of((kind << 5) | size)
	if (size < 256) return Buffer.of((kind << 5) | 24, size)
	return Buffer.of((kind << 5) | 25, size >> 8, size & 255)
}
