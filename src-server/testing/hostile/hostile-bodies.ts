import * as fc from 'fast-check'
import type { Shape } from '#server/testing/example-body.ts'
import { HOSTILE_PASSWORD, nastyJson, nastyText, oneToSixty } from './hostile-text.ts'

/** An attacker's knowledge of an instance, which suffices to pass the first checks of every route. */
export type Knowledge = {
	ids: readonly number[]
	ratingIds: readonly number[]
	names: readonly string[]
	/** The password of the attacker's own account. */
	password: string
	tokens: readonly string[]
}

const json = (value: unknown) => JSON.stringify(value)
const oneOf = <T>(choices: readonly T[]) => fc.constantFrom(...choices)

/** Text that the route would accept for this field. */
function plausibleText(key: string, { names, password, tokens, ids }: Knowledge): fc.Arbitrary<string> {
	if (/password/i.test(key))
		return fc.oneof(
			fc.constant(password),
			fc.string({ maxLength: 12 }).map((end) => HOSTILE_PASSWORD + end),
		)
	if (/name/i.test(key))
		return fc.oneof(
			{ weight: 2, arbitrary: oneOf(names) },
			{ weight: 4, arbitrary: fc.stringMatching(/^[a-z0-9._-]{3,20}$/) },
			{ weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 50 }) },
		)
	if (/token|invite/i.test(key)) return fc.oneof(oneOf(tokens), fc.stringMatching(/^[A-Za-z0-9_-]{10,64}$/))
	if (key === 'deviceId') return fc.stringMatching(/^device_[a-z0-9]{0,30}$/)
	if (/id$/i.test(key)) return fc.oneof(oneOf(ids).map(String), fc.string({ minLength: 5, maxLength: 36 }))
	if (/email/i.test(key)) return oneOf(['', 'mum@backseat.example', 'mum@', 'a@b', `${'a'.repeat(300)}@b.example`])
	if (key === 'at')
		return oneOf([
			new Date().toISOString(),
			new Date().toISOString(),
			'2026-13-41T99:00:00Z',
			'-271821-04-20T00:00:00.000Z',
		])
	return fc.string({ maxLength: 20 })
}

const plausibleNumber = (key: string, { ids, ratingIds }: Knowledge) =>
	/ratingid$/i.test(key)
		? oneOf(ratingIds)
		: /id$/i.test(key) && key !== 'avatarId'
			? oneOf(ids)
			: fc.integer({ min: 1, max: 5 })

/** JSON text in the shape of a schema, with occasional errors. `key` is the field's name. */
function jsonLike(shape: Shape, known: Knowledge, key = ''): fc.Arbitrary<string> {
	const inner = (other: Shape) => jsonLike(other, known, key)
	const right = (): fc.Arbitrary<string> => {
		const { type = '', entries, wrapped, item, value, options = [] } = shape
		if (entries) return objectLike(entries, known)
		if (wrapped)
			return fc.oneof({ weight: 40, arbitrary: inner(wrapped) }, { weight: 1, arbitrary: fc.constant('null') })
		if (item) return fc.array(inner(item), { maxLength: 22 }).map((items) => `[${items.join(',')}]`)
		if (type === 'record') {
			const name = fc.oneof(nastyText, fc.constant(HOSTILE_PASSWORD))
			return fc.dictionary(name, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 5 }).map(json)
		}
		if (type === 'literal') return fc.constant(json(shape.literal))
		if (type === 'picklist') return oneOf(options).map(json)
		if (type === 'union' || type === 'variant') return fc.oneof(...options.map((option) => inner(option as Shape)))
		if (value) return inner(value)
		if (type === 'number') return plausibleNumber(key, known).map(json)
		if (type === 'boolean') return fc.boolean().map(json)
		return plausibleText(key, known).map(json)
	}
	// Passwords stay recognisable wherever they are used, so that a test can find one that an answer repeats.
	const wrong = /password/i.test(key) ? nastyText.map((text) => json(HOSTILE_PASSWORD + text)) : nastyJson
	return fc.oneof({ weight: 60, arbitrary: right() }, { weight: 1, arbitrary: wrong })
}

/** Fields that people would like to set and must not. */
const UNASKED = [
	'__proto__',
	'constructor',
	'id',
	'isGhost',
	'claimedById',
	'ghostClaimToken',
	'createdById',
	'isAdmin',
]

function objectLike(entries: Record<string, Shape>, known: Knowledge): fc.Arbitrary<string> {
	const members = Object.entries(entries).map(([key, shape]) =>
		fc.tuple(oneToSixty, jsonLike(shape, known, key)).map(([side, value]) => {
			const pair = `${json(key)}:${value}`
			const isLeftAway = side === 1 || (shape.type === 'optional' && side > 30)
			return isLeftAway ? [] : side === 2 ? [pair, pair] : [pair]
		}),
	)
	const extra = fc.tuple(oneOf(UNASKED), nastyJson).map(([key, value]) => `${json(key)}:${value}`)
	const unasked = fc.oneof(
		{ weight: 4, arbitrary: fc.constant([]) },
		{ weight: 1, arbitrary: fc.array(extra, { minLength: 1, maxLength: 3 }) },
	)
	return fc.tuple(unasked, ...members).map((parts) => `{${parts.flat().join(',')}}`)
}

const utf8 = (text: string) => new TextEncoder().encode(text)

/** Bytes that are not JSON, or too many. Bun itself refuses more than 64 KiB. */
const nastyBytes = fc.oneof(
	nastyJson.map(utf8),
	fc.uint8Array({ maxLength: 64 }),
	fc
		.constantFrom('{', '{"a":', '[1,]', '{}{}', '\uFEFF{}', 'a=b&c=d', '--x\r\n\r\n--x--', '<a/>', 'NaN', "{'a':1}")
		.map(utf8),
	oneOf([16_383, 16_384, 16_385, 49_152, 49_153, 65_000]).map((bytes) => utf8(`"${'x'.repeat(bytes - 2)}"`)),
)

/** The body of one hostile request to a route with this schema, or arbitrary bytes; null for no body. */
export function hostileBody(schema: unknown, known: Knowledge): fc.Arbitrary<Uint8Array | null> {
	const shape = (schema ?? { entries: {} }) as Shape
	const shaped = jsonLike(shape, known).map(utf8)
	/** Has a byte in the middle that is invalid in UTF-8. */
	const broken = fc.tuple(shaped, fc.nat(), fc.constantFrom(0xff, 0xc0, 0x00)).map(([bytes, at, byte]) => {
		const copy = bytes.slice()
		if (copy.length > 0) copy[at % copy.length] = byte
		return copy
	})
	return fc.oneof(
		{ weight: 20, arbitrary: shaped },
		{ weight: 1, arbitrary: broken },
		{ weight: 1, arbitrary: nastyBytes },
		{ weight: 1, arbitrary: fc.constant(null) },
	)
}
