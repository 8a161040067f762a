import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { projectFolder } from '../run.ts'
import { missingIn, OLDEST_BROWSERS } from './browser-floor.ts'

test.each([
	['Promise.withResolvers', 'let{promise:e,resolve:t}=Promise.withResolvers();'],
	['Object.groupBy', 'return Object.groupBy(e,e=>e.day)'],
	['AbortSignal.any', 'fetch(e,{signal:AbortSignal.any([t,n])})'],
	['Set methods', 'new Set(e).isSubsetOf(t)'],
	['Element.checkVisibility', 'e.checkVisibility()'],
	['Intl.Segmenter', '[...new Intl.Segmenter().segment(e)]'],
])('a script that needs %s is found: some browser of ours lacks it [B23]', (name, code) => {
	expect(missingIn(code)).toEqual([name])
})

test('what asks first, and what all of them have, may be used', () => {
	const code =
		'`Segmenter`in Intl?new Intl.Segmenter(`en`):t;e.findLast(t);e.toSpliced(0,1);AbortSignal.timeout(9);Promise.all(e)'

	expect(missingIn(code)).toEqual([])
})

test('the README names the oldest browsers that the build is made for [B23]', async () => {
	const readme = await Bun.file(join(projectFolder, 'README.md')).text()

	expect(OLDEST_BROWSERS).toEqual(['safari16.4', 'ios16.4', 'firefox121', 'chrome111'])
	expect(readme).toContain(
		'Chrome and Edge from 111, Firefox from 121, Safari and iOS from 16.4, Samsung Internet from 22',
	)
})
