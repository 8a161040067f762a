import { expect, test } from 'bun:test'
import { BoundedMap, recentTexts } from './bounded-map.ts'

test('a full map evicts the key that was set longest ago', () => {
	const map = new BoundedMap<string, number>(2)
	map.set('a', 1).set('b', 2).set('c', 3)
	expect([...map]).toEqual([
		['b', 2],
		['c', 3],
	])
})

test('setting a key again renews it and evicts no other; reading it renews nothing', () => {
	const map = new BoundedMap<string, number>(2)
	map.set('a', 1).set('b', 2).set('a', 3)
	expect([...map.keys()]).toEqual(['b', 'a'])
	map.get('b')
	map.set('c', 4)
	expect([...map.keys()]).toEqual(['a', 'c'])
})

test('a recent text is known until its time is over, or until there are too many', () => {
	const time = { now: 0 }
	const texts = recentTexts(2, 1000, () => time.now)
	expect(texts.has('a')).toBe(false)
	texts.add('a')
	time.now = 999
	expect(texts.has('a')).toBe(true)
	time.now = 1000
	expect(texts.has('a')).toBe(false)
	for (const text of ['b', 'c', 'd']) texts.add(text)
	expect(['b', 'c', 'd'].filter(texts.has)).toEqual(['c', 'd'])
})
