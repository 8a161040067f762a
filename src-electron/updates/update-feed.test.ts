import { expect, test } from 'bun:test'
import { readFeed } from './update-feed.ts'

test.each(['', '   ', '\n'])('blank (%j) means no feed', (text) => {
	expect(readFeed(text)).toEqual({ feed: null })
})

test.each([
	['https://updates.example', 'https://updates.example/'],
	[' https://updates.example/backseat?channel=a#top ', 'https://updates.example/backseat?channel=a'],
	['http://localhost:8080/new', 'http://localhost:8080/new'],
	['http://127.0.0.1:8080', 'http://127.0.0.1:8080/'],
	['http://[::1]:8080', 'http://[::1]:8080/'],
])('%j is the feed %s', (text, feed) => {
	expect(readFeed(text)).toEqual({ feed })
})

test.each([
	'updates.example',
	'http://updates.example',
	'http://localhost.example',
	'http://127.0.0.1.example',
	'ftp://a.example',
	'file:///tmp/new',
	'javascript:alert(1)',
	'https://',
	'nonsense',
	`https://a.example/${'a'.repeat(2000)}`,
])('%j is refused, and the message says what a feed looks like', (text) => {
	expect(readFeed(text)).toEqual({
		message: 'Give the whole address, starting with https://, or leave it blank for no updates.',
	})
})

test('a password is not kept', () => {
	for (const text of ['https://me:secret@updates.example', 'https://me@updates.example', 'http://me:secret@localhost'])
		expect(readFeed(text)).toEqual({
			message: 'Leave the name and password out of the address; they would be kept in the open.',
		})
})
