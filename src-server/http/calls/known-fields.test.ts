import { expect, test } from 'bun:test'
import * as v from 'valibot'
import { keepKnownFields } from './known-fields.ts'

const Driver = v.object({ id: v.number(), name: v.nullable(v.string()), link: v.optional(v.string()) })
const secret = { passwordHash: '$argon2' }

test('a field that the schema does not name is not there, however deep', () => {
	const schema = v.object({
		driver: Driver,
		best: v.nullable(Driver),
		list: v.pipe(v.array(v.object({ driver: v.optional(Driver) })), v.maxLength(3)),
	})
	const driver = { id: 7, name: null, ...secret }

	expect(
		keepKnownFields(schema)({ driver, best: driver, list: [{ driver, ...secret }, secret], ...secret }),
	).toStrictEqual({
		driver: { id: 7, name: null },
		best: { id: 7, name: null },
		list: [{ driver: { id: 7, name: null } }, {}],
	})
	expect(keepKnownFields(schema)({ driver, best: null, list: [] })).toStrictEqual({
		driver: { id: 7, name: null },
		best: null,
		list: [],
	})
})

test('where a schema has alternatives, the one that fits decides', () => {
	const keep = keepKnownFields(v.union([Driver, v.string()]))

	expect(keep({ id: 7, name: 'Bob', ...secret })).toStrictEqual({ id: 7, name: 'Bob' })
	expect(keep('as text')).toBe('as text')
	expect(() => keep(secret)).toThrow()
})

test('numbers, texts and nothing stay what they are', () => {
	for (const [schema, value] of [
		[v.number(), 4.5],
		[v.literal(true), true],
		[v.array(v.pipe(v.number(), v.integer())), [1, 2]],
		[v.undefined(), undefined],
	] as const)
		expect(keepKnownFields(schema)(value)).toBe(value as never)
})
