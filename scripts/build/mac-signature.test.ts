import { describe, expect, test } from 'bun:test'
import { verifySignature, withValidSignature } from './mac-signature.ts'

const PAGE = 4096
const CODE_END = 3 * PAGE + 512
const LINK_EDIT_START = 3 * PAGE
const ENTITLEMENTS = '<key>com.apple.security.cs.allow-jit</key><true/>'

const numbers = (...values: (number | bigint)[]) =>
	Buffer.concat(
		values.map((value) => {
			const bytes = Buffer.alloc(typeof value === 'bigint' ? 8 : 4)
			if (typeof value === 'bigint') bytes.writeBigUInt64LE(value)
			else bytes.writeUInt32LE(value)
			return bytes
		}),
	)

const segment = (name: string, memory: bigint, start: bigint, size: bigint) =>
	Buffer.concat([numbers(0x19, 72), Buffer.from(name.padEnd(16, '\0')), numbers(0n, memory, start, size, 0, 0, 0, 0)])

/** A program of three and a bit pages, signed by its makers with a certificate and changed afterwards. */
function aProgram(): Buffer {
	const entitlements = Buffer.concat([
		Buffer.from([0xfa, 0xde, 0x71, 0x71, 0, 0, 0, 8 + ENTITLEMENTS.length]),
		Buffer.from(ENTITLEMENTS),
	])
	const signature = Buffer.alloc(20 + entitlements.length)
	for (const [index, word] of [0xfade0cc0, signature.length, 1, 5, 20].entries())
		signature.writeUInt32BE(word, 4 * index)
	signature.set(entitlements, 20)
	const linkEditSize = BigInt(CODE_END - LINK_EDIT_START + signature.length)
	const header = Buffer.concat([
		numbers(0xfeedfacf, 0x1000007, 3, 2, 3, 160, 0, 0),
		segment('__TEXT', 0x3000n, 0n, BigInt(LINK_EDIT_START)),
		segment('__LINKEDIT', 0x1000n, BigInt(LINK_EDIT_START), linkEditSize),
		numbers(0x1d, 16, CODE_END, signature.length),
	])
	return Buffer.concat([header, Buffer.alloc(CODE_END - header.length, 'code'), signature])
}

const signed = withValidSignature(aProgram(), 'backseat')
const changedAt = (position: number, by = 1) => {
	const changed = Buffer.from(signed)
	changed[position] = (changed[position] ?? 0) ^ by
	return changed
}

describe('a program for macOS', () => {
	test('is signed over all pages, and keeps its code and entitlements', () => {
		expect(() => verifySignature(signed)).not.toThrow()
		expect(signed.subarray(PAGE, CODE_END)).toEqual(aProgram().subarray(PAGE, CODE_END))
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
		expect(() => verifySignature(aProgram())).toThrow('has no code directory')
		expect(() => withValidSignature(Buffer.alloc(64), 'backseat')).toThrow('is not a 64-bit Mach-O program')
	})
})
