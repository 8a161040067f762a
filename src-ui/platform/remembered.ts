import * as v from 'valibot'
import { type StorageName, storedValue } from './storage.ts'

/** Null if missing or invalid. */
export function remembered<Schema extends v.GenericSchema<unknown, unknown>>(
	storage: StorageName,
	key: string,
	schema: Schema,
): v.InferOutput<Schema> | null {
	const result = v.safeParse(schema, storedValue(storage, key))
	return result.success ? result.output : null
}
