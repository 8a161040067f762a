import { afterEach, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockStorage } from '#ui/testing/block-storage.ts'

const { dataset } = document.documentElement
const run = new Function(readFileSync(join(import.meta.dir, 'first-paint.js'), 'utf8'))
afterEach(() => {
	for (const name of ['theme', 'firstVisit', 'tooOld']) delete dataset[name]
})

test('the first visit of a tab has the overlay, and no other', () => {
	run()
	expect(dataset.firstVisit).toBe('shown')
	delete dataset.firstVisit
	run()
	expect(dataset.firstVisit).toBeUndefined()
})

test('where site data are blocked the page has a theme, and no overlay at each visit [B31]', () => {
	const unblock = blockStorage()
	run()
	unblock()

	expect(dataset.theme).toMatch(/^(light|dark)$/)
	expect(dataset.firstVisit).toBeUndefined()
})
