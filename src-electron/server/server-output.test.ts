import { expect, test } from 'bun:test'
import { lineReader, logRing } from './server-output.ts'

const secret = 'Vq3v0o1Yk2m9t8s7r6q5p4o3n2m1l0k9j8i7h6g5f4e'

/** A log with two streams, like a server's stdout and stderr. */
function twoStreams() {
	const log = logRing({ secrets: [secret] })
	const stdout = lineReader(log.add)
	const stderr = lineReader(log.add)
	const bytes = (text: string) => new TextEncoder().encode(text)
	return {
		lines: log.lines,
		out: (text: string) => stdout.read(bytes(text)),
		err: (text: string) => stderr.read(bytes(text)),
		outBytes: stdout.read,
		end: () => [stdout, stderr].forEach((stream) => void stream.end()),
	}
}

test('lines of both streams are in the order in which they were finished', () => {
	const { out, err, lines } = twoStreams()

	out('one\ntw')
	err('three\r\n')
	out('o\n')

	expect(lines()).toEqual(['one', 'three', 'two'])
})

test('the last fifty lines are kept', () => {
	const { out, lines } = twoStreams()

	for (let n = 1; n <= 120; n++) out(`line ${n}\n`)

	expect(lines()).toHaveLength(50)
	expect(lines()[0]).toBe('line 71')
	expect(lines().at(-1)).toBe('line 120')
})

test('a letter that arrives in two halves is one letter', () => {
	const { outBytes, lines } = twoStreams()

	for (const byte of new TextEncoder().encode('Größe 🚗\n')) outBytes(new Uint8Array([byte]))

	expect(lines()).toEqual(['Größe 🚗'])
})

test('a line without end costs no more memory than a long one, and the next line is whole again', () => {
	const { out, lines } = twoStreams()

	for (let n = 0; n < 500; n++) out('x'.repeat(1000))
	out('\nnext\n')

	expect(lines()).toHaveLength(2)
	expect(lines()[0]?.length).toBeLessThanOrEqual(1001)
	expect(lines()[0]).toEndWith('…')
	expect(lines()[1]).toBe('next')
})

test('last words without an end of line count', () => {
	const { out, err, lines, end } = twoStreams()

	out('done\n')
	err('panic')
	end()

	expect(lines()).toEqual(['done', 'panic…'])
})

test('the secret is never in it, whole or cut off, in one chunk or many', () => {
	const { out, err, lines, end } = twoStreams()

	out(`secret=${secret}; again ${secret}\n`)
	for (const letter of `in letters ${secret}\n`) out(letter)
	for (const room of [0, 5, 20, 42, 43]) out(`${'x'.repeat(1000 - room)}${secret}\n`)
	err(`unfinished ${secret.slice(0, 20)}`)
	end()

	expect(lines()).toHaveLength(8)
	expect(lines()[0]).toBe('secret=•••; again •••')
	for (const line of lines()) expect(line).not.toContain(secret.slice(0, 5))
})

test('characters that would move or colour the text are gone', () => {
	const { out, lines } = twoStreams()

	out('\u001b[31mred\u0007\tand\u0000more\n')

	expect(lines()).toEqual([' [31mred and more'])
})
