import { describe, expect, test } from 'bun:test'
import { verifySignature, withValidSignature } from './mac-signature.ts'
import { aMacProgram, CODE_END, ENTITLEMENTS, PAGE } from './testing/mac-program.ts'

const signed = withValidSignature(aMacProgram(), 'backseat')
const changedAt = (position: number, by = 1) => {
	const changed = Buffer.from(signed)
	changed[position] = (changed[position] ?? 0) ^ by
	return changed
}

describe('a program for macOS', () => {
	test('is signed over all pages, and keeps its code and entitlements', () => {
		expect(() => verifySignature(signed)).not.toThrow()
		expect(signed.subarray(PAGE, CODE_END)).toEqual(aMacProgram().subarray(PAGE, CODE_END))
		expect(signed.subarray(CODE_END).includes(ENTITLEMENTS)).toBe(true)
		expect(signed.subarray(CODE_END).includes('backseat\0')).toBe(true)
		expect(signed.length % 16).toBe(0)
	})

	test('with a valid signature stays as it is', () => {
		expect(withValidSignature(signed, 'another')).toBe(signed)
	})

	// Positions in load commands: 32 and 104 are the segments, 176 is LC_CODE_SIGNATURE. The code directory begins 44 bytes
	// after the end of the code.
	test.each([
		['code was changed afterwards', changedAt(2 * PAGE), 'has wrong hashes of 1 of 4 pages'],
		['the last byte before the signature was', changedAt(CODE_END - 1), 'has wrong hashes of 1 of 4 pages'],
		['its header was', changedAt(24), 'has wrong hashes of 1 of 4 pages'],
		['its entitlements were', changedAt(signed.indexOf(ENTITLEMENTS)), 'has a wrong hash in slot 5'],
		['bytes follow the signature', Buffer.concat([signed, Buffer.alloc(16)]), 'does not end with its signature'],
		['the file is cut off', signed.subarray(0, -16), 'does not end with its signature'],
		[
			'the signature covers less',
			changedAt(CODE_END + 44 + 34, 0x10),
			`is signed up to byte ${CODE_END - 4096} of ${CODE_END}`,
		],
		['__LINKEDIT ends earlier', changedAt(104 + 48, 0x10), 'has a __LINKEDIT of another size'],
		['__LINKEDIT is not mapped', changedAt(104 + 33, 0x40), 'does not map all of its __LINKEDIT'],
	])('is refused if %s', (_, program, reason) => {
		expect(() => verifySignature(program)).toThrow(reason)
	})

	test('without a signature, or for another system, is refused', () => {
		expect(() => verifySignature(aMacProgram())).toThrow('has no code directory')
		expect(() => withValidSignature(Buffer.alloc(64), 'backseat')).toThrow('is not a 64-bit Mach-O program')
	})
})
