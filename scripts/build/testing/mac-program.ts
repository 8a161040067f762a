export const PAGE = 4096
export const CODE_END = 3 * PAGE + 512
const LINK_EDIT_START = 3 * PAGE
export const ENTITLEMENTS = '<key>com.apple.security.cs.allow-jit</key><true/>'

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
export function aMacProgram(processor: 'x64' | 'arm64' = 'x64'): Buffer {
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
		numbers(0xfeedfacf, processor === 'x64' ? 0x1000007 : 0x100000c, 3, 2, 3, 160, 0, 0),
		segment('__TEXT', 0x3000n, 0n, BigInt(LINK_EDIT_START)),
		segment('__LINKEDIT', 0x1000n, BigInt(LINK_EDIT_START), linkEditSize),
		numbers(0x1d, 16, CODE_END, signature.length),
	])
	return Buffer.concat([header, Buffer.alloc(CODE_END - header.length, 'code'), signature])
}
