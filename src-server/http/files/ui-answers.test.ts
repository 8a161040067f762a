import { expect, test } from 'bun:test'
import { fileAnswer, uiPageAnswer } from './ui-answers.ts'
import type { UiFile } from './ui-files.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const script: UiFile = {
	contentType: 'text/javascript;charset=utf-8',
	etag: 'W/"1"',
	isHashed: true,
	plain: bytes('plain'),
	brotli: bytes('brotli'),
	gzip: bytes('gzip'),
}

const asked = (file: UiFile, headers: Record<string, string>) =>
	fileAnswer(file, new Request('http://localhost/assets/x.js', { headers }))

test.each([
	['gzip, deflate, br, zstd', 'br', 'brotli'],
	['gzip, deflate', 'gzip', 'gzip'],
	['deflate', null, 'plain'],
	['', null, 'plain'],
])('a browser that takes "%s" receives %s', (takes, encoding, text) => {
	const answer = asked(script, { 'Accept-Encoding': takes })

	expect(answer.headers?.['Content-Encoding'] ?? null).toBe(encoding)
	expect(answer.headers?.Vary).toBe('Accept-Encoding')
	expect(answer.body).toEqual(bytes(text))
})

test('a file without compressed twins is sent as it is', () => {
	const answer = asked({ ...script, brotli: null, gzip: null }, { 'Accept-Encoding': 'gzip, br' })

	expect(answer.headers?.Vary).toBeUndefined()
	expect(answer.body).toEqual(bytes('plain'))
})

test('a script that runs as a worker may ask this server, and nobody else; what is no script may ask nobody', () => {
	const policyOf = (file: UiFile) => asked(file, {}).headers?.['Content-Security-Policy']

	expect(policyOf(script)).toBe("default-src 'none'; connect-src 'self'; frame-ancestors 'none'")
	expect(policyOf({ ...script, contentType: 'image/svg+xml' })).toBeUndefined()
})

test('a browser that has the file is told so, with no body', () => {
	const answer = asked(script, { 'If-None-Match': 'W/"1"' })

	expect(answer).toMatchObject({ status: 304, body: null })
})

test.each([
	['gzip, deflate, br, zstd', 'gzip', 'gzipped'],
	['br', undefined, 'text'],
	['', undefined, 'text'],
])('a browser that takes "%s" receives a page as %s', (takes, encoding, body) => {
	const page = { text: () => 'text', gzip: () => bytes('gzipped') }
	const request = new Request('http://localhost/home', { headers: { 'Accept-Encoding': takes } })

	const answer = uiPageAnswer(page, request, { nonce: 'n', inlineScriptHash: null }, { status: 200, language: 'de' })

	expect(answer.headers).toEqual({
		Vary: 'Cookie, Accept-Encoding, Accept-Language',
		'Content-Language': 'de',
		...(encoding ? { 'Content-Encoding': encoding } : {}),
	})
	expect(answer.body).toEqual(encoding ? bytes(body) : body)
})
