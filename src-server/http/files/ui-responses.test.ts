import { expect, test } from 'bun:test'
import type { UiFile } from './ui-files.ts'
import { fileResponse } from './ui-responses.ts'

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
	fileResponse(file, new Request('http://localhost/assets/x.js', { headers }))

test.each([
	['gzip, deflate, br, zstd', 'br', 'brotli'],
	['gzip, deflate', 'gzip', 'gzip'],
	['deflate', null, 'plain'],
	['', null, 'plain'],
])('a browser that takes "%s" receives %s', async (takes, encoding, text) => {
	const answer = asked(script, { 'Accept-Encoding': takes })

	expect(answer.headers.get('content-encoding')).toBe(encoding)
	expect(answer.headers.get('vary')).toBe('Accept-Encoding')
	expect(await answer.text()).toBe(text)
})

test('a file without compressed twins is sent as it is', async () => {
	const answer = asked({ ...script, brotli: null, gzip: null }, { 'Accept-Encoding': 'gzip, br' })

	expect(answer.headers.get('content-encoding')).toBeNull()
	expect(answer.headers.get('vary')).toBeNull()
	expect(await answer.text()).toBe('plain')
})

test('a browser that has the file is told so, with no body', async () => {
	const answer = asked(script, { 'If-None-Match': 'W/"1"' })

	expect(answer.status).toBe(304)
	expect(await answer.text()).toBe('')
})
